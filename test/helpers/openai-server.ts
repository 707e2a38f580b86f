import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A scripted vendor: speaks OpenAI's chat completions on a loopback port, well or badly. */

export interface RecordedRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the client sent
  body: any;
  /** Bytes of the response handed to the socket so far. */
  sentBytes: number;
  /** Whether the connection of the response is gone. */
  isClosed: boolean;
}

export type Behaviour = (response: ServerResponse, request: RecordedRequest) => void;

export interface OpenAiServer {
  /** The base URL to configure, `/v1` included. */
  url: string;
  requests: RecordedRequest[];
  dispose(): Promise<void>;
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
};

const vendorError = (message: string, code: string) => ({ error: { message, type: code, code } });

/** A completion as OpenAI writes it; `message` and `top` add to it or replace parts of it. */
const completion = (message: object, top: object = {}, finishReason = 'stop') => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_767_323_045,
  model: 'scripted-1',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: null, ...message },
      finish_reason: finishReason,
    },
  ],
  usage: { prompt_tokens: 12, completion_tokens: 30, total_tokens: 42 },
  ...top,
});

type Link = { url: string; title?: string };
const TEXT = 'Acme and Globex are both good choices.';

/** Each makes one behaviour; the ones that never end are ended by the client or by `dispose`. */
export const behave = {
  answer:
    (text = TEXT, top: object = {}): Behaviour =>
    (response) =>
      json(response, 200, completion({ content: text }, top)),
  late:
    (delayMs: number, text = TEXT): Behaviour =>
    (response) => {
      const timer = setTimeout(() => json(response, 200, completion({ content: text })), delayMs);
      response.on('close', () => clearTimeout(timer));
    },
  /** Perplexity: bare addresses, with titles beside them. */
  citing:
    (links: readonly Link[], text = TEXT): Behaviour =>
    (response) =>
      json(
        response,
        200,
        completion(
          { content: text },
          { citations: links.map((link) => link.url), search_results: links },
        ),
      ),
  searchResults:
    (links: readonly Link[], text = TEXT): Behaviour =>
    (response) =>
      json(response, 200, completion({ content: text }, { search_results: links })),
  /** OpenAI: an annotation for each place in the text. */
  annotated:
    (links: readonly Link[], text = TEXT): Behaviour =>
    (response) => {
      const annotations = links.map((link, index) => ({
        type: 'url_citation',
        url_citation: { start_index: index, end_index: index + 1, ...link },
      }));
      json(response, 200, completion({ content: text, annotations }));
    },
  refusal: (): Behaviour => (response) =>
    json(response, 200, completion({ refusal: 'I cannot help with that.' })),
  filtered: (): Behaviour => (response) =>
    json(response, 200, completion({ content: 'Acme is' }, {}, 'content_filter')),
  empty: (): Behaviour => (response) => json(response, 200, completion({ content: '  \n' })),
  /** Repeats the key it was sent, as some vendors do. */
  unauthorized:
    (status: 401 | 403 = 401): Behaviour =>
    (response, request) =>
      json(response, status, vendorError(`Bad key ${request.headers.authorization}`, 'bad_key')),
  rateLimited:
    (retryAfter?: string): Behaviour =>
    (response) =>
      json(
        response,
        429,
        vendorError('Slow down', 'rate_limit_exceeded'),
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      ),
  failing:
    (status = 500, code = 'server_error'): Behaviour =>
    (response) =>
      json(response, status, vendorError('It broke', code)),
  redirect:
    (location: string): Behaviour =>
    (response) => {
      response.writeHead(307, { location });
      response.end();
    },
  /** JSON that ends in the middle, in a body that is complete. */
  malformed: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(completion({ content: TEXT })).slice(0, 120));
  },
  html:
    (status = 200): Behaviour =>
    (response) => {
      response.writeHead(status, { 'content-type': 'text/html' });
      response.end('<!doctype html><title>Welcome</title><h1>Sign in</h1>');
    },
  errorInside: (): Behaviour => (response) =>
    json(response, 200, vendorError('No credit', 'quota')),
  errorBeside: (): Behaviour => (response) =>
    json(response, 200, completion({ content: TEXT }, vendorError('Upstream lost', 'upstream'))),
  noChoices: (): Behaviour => (response) => json(response, 200, completion({}, { choices: [] })),
  /** As fast as the client reads, for ever. */
  endless: (): Behaviour => (response, request) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"padding":"');
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const pump = (): void => {
      while (!response.destroyed) {
        request.sentBytes += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on('drain', pump);
    pump();
  },
  /** One byte at a time, for ever: no idle time-out ever fires. */
  drip:
    (intervalMs = 10): Behaviour =>
    (response, request) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => {
        request.sentBytes += 1;
        response.write(' ');
      }, intervalMs);
      response.on('close', () => clearInterval(timer));
    },
  /** Headers and half a body, then the connection breaks. */
  reset: (): Behaviour => (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
    response.write('{"id":', () => response.socket?.resetAndDestroy());
  },
  resetAtOnce: (): Behaviour => (response) => {
    response.socket?.resetAndDestroy();
  },
  hang: (): Behaviour => () => undefined,
};

/** With a list, each request meets the next behaviour, and the last one stays. */
export async function createOpenAiServer(
  script: Behaviour | readonly Behaviour[],
): Promise<OpenAiServer> {
  const behaviours = typeof script === 'function' ? [script] : script;
  const requests: RecordedRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const request: RecordedRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString()),
      sentBytes: 0,
      isClosed: false,
    };
    response.on('close', () => {
      request.isClosed = true;
    });
    response.on('error', () => undefined); // the client may leave at any time
    requests.push(request);
    behaviours[Math.min(requests.length, behaviours.length) - 1]?.(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    async dispose() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
