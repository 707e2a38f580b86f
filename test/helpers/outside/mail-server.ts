import { createServer, type Socket } from 'node:net';

export interface ReceivedMail {
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** Sets the reply to later messages, such as `451 later`; null accepts them. */
  refuse(reply: string | null): void;
  dispose(): Promise<void>;
}

/** The last message to an address, with soft line breaks and quoted-printable escapes removed; '' if none. */
export const readMail = ({ received }: Pick<MailServer, 'received'>, to: string): string =>
  (received.findLast((each) => each.to.includes(to))?.raw ?? '')
    .replaceAll('=\r\n', '')
    .replaceAll('=3D', '=');

/** Implements as much of SMTP as a client needs to send a message. */
export async function createMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | null = null;
  const server = createServer((socket) => {
    sockets.add(socket.setEncoding('utf8'));
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    let rest = '';
    let to: string[] = [];
    let isData = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    function hear(line: string): void {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO') say('250 sink');
      else if (verb === 'RCPT') {
        to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        say('250 ok');
      } else if (verb === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (verb === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    }
    say('220 sink');
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (;;) {
        const end = rest.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + (isData ? 5 : 2));
        if (!isData) hear(text);
        else {
          isData = false;
          if (refusal === null) received.push({ to, raw: text });
          say(refusal ?? '250 taken');
          to = [];
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuse(reply) {
      refusal = reply;
    },
    async dispose() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
