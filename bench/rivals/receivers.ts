import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Webhook receivers in a separate process. The first port returns the number of posts and of parallel posts. */

const COUNT = 8;
const LATENCY_MS = Number(process.env.LATENCY_MS);

let posts = 0;
const open = new Array<number>(COUNT).fill(0);
const most = new Array<number>(COUNT).fill(0);
let mostInAll = 0;

const receive =
  (index: number): RequestListener =>
  (req, res) => {
    open[index] = (open[index] ?? 0) + 1;
    most[index] = Math.max(most[index] ?? 0, open[index]);
    mostInAll = Math.max(
      mostInAll,
      open.reduce((sum, one) => sum + one),
    );
    req.resume().on('end', () => {
      const answer = () => {
        posts += 1;
        open[index] = (open[index] ?? 0) - 1;
        res.writeHead(204).end();
      };
      if (LATENCY_MS === 0) answer();
      else setTimeout(answer, LATENCY_MS);
    });
  };

let ports: number[] = [];
// Listens first, so that no receiver takes its port.
await new Promise<void>((resolve) =>
  createServer((_req, res) => {
    res.writeHead(ports.length > 0 ? 200 : 503, { 'content-type': 'application/json' });
    res.end(JSON.stringify({ ports, posts, most: Math.max(...most), mostInAll }));
  }).listen(Number(process.env.PORT), '127.0.0.1', resolve),
);

ports = await Promise.all(
  Array.from({ length: COUNT }, async (_, index) => {
    const server = createServer(receive(index));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  }),
);
