import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, badInput } from '../../errors.js';
import { isSecret, type Verification, verify } from '../../webhooks/verify.js';
import { toPrintable } from '../perform.js';
import { currentShell } from '../shell.js';

export interface ListenOptions {
  port: number;
  secret: string;
  json?: boolean;
  /** Number of requests after which the command ends; without it, the command runs until a signal. */
  count?: number;
}

const LARGEST_BODY = 65_536;

async function readBody(req: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req) {
    bytes += (chunk as Buffer).length;
    if (bytes > LARGEST_BODY) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString();
}

const SCHEMES = { timestamped: 't=…,v1=…', digest: 'sha256=…', none: 'no X-Service-Signature' };

function toLines({ scheme, isGenuine, isStandardGenuine }: Verification, body: string): string {
  const judged = isGenuine && isStandardGenuine ? 'genuine' : 'NOT GENUINE';
  const parts = [
    `${SCHEMES[scheme]} ${isGenuine ? 'valid' : 'invalid'}`,
    `webhook-signature ${isStandardGenuine ? 'valid' : 'invalid'}`,
  ];
  return `${new Date().toISOString()}  ${judged}  (${parts.join('; ')})\n${toPrintable(body)}\n`;
}

/** Runs a local receiver that verifies and prints each request, and rejects those that are not genuine. */
export async function listenForWebhooks({
  port,
  secret,
  json,
  count,
}: ListenOptions): Promise<void> {
  if (!isSecret(secret))
    throw badInput('secret', 'must be the whole secret of an endpoint: whsec_ and 44 characters');
  const { stdout, stderr } = currentShell();
  let left = count ?? Number.POSITIVE_INFINITY;
  const server = createServer(async (req, res) => {
    const body = await readBody(req).catch(() => null);
    if (body === null) return void res.writeHead(413).end();
    const headers = req.headers as Record<string, string>;
    const verdict = verify(headers, body, secret, new Date());
    stdout.write(json ? `${JSON.stringify({ ...verdict, body })}\n` : toLines(verdict, body));
    res.writeHead(verdict.isGenuine ? 204 : 401).end();
    left -= 1;
    if (left <= 0) end();
  });
  function end(): void {
    server.close();
    server.closeIdleConnections();
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((cause: NodeJS.ErrnoException) => {
    throw new AppError('BAD_INPUT', `--port ${port}: ${cause.message}`, { cause });
  });
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  stderr.write(
    `Listening on http://${place}/ until Ctrl+C. To allow deliveries to it, start the server with WEBHOOK_ALLOW_HOSTS=${place}.\n`,
  );
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, end);
  await once(server, 'close');
}
