import {
  type Behaviour,
  createScriptedServer,
  json,
  misbehave,
  reply,
  type ScriptedServer,
} from './vendors/transport.js';

/** A scripted server with OpenAI's chat completions API, valid or faulty. */

export type { Behaviour } from './vendors/transport.js';
export type OpenAiServer = ScriptedServer;
export const createOpenAiServer = createScriptedServer;

const vendorError = (message: string, code: string) => ({ error: { message, type: code, code } });

/** A completion in OpenAI's format; `message` and `top` add or replace fields. */
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

export const behave = {
  ...misbehave,
  answer: (text = TEXT, top: object = {}): Behaviour =>
    reply(200, completion({ content: text }, top)),
  late:
    (delayMs: number, text = TEXT): Behaviour =>
    (response) => {
      const timer = setTimeout(() => json(response, 200, completion({ content: text })), delayMs);
      response.on('close', () => clearTimeout(timer));
    },
  /** Perplexity: a list of URLs, with their titles in a separate list. */
  citing: (links: readonly Link[], text = TEXT): Behaviour => {
    const listed = { citations: links.map((link) => link.url), search_results: links };
    return reply(200, completion({ content: text }, listed));
  },
  searchResults: (links: readonly Link[], text = TEXT): Behaviour =>
    reply(200, completion({ content: text }, { search_results: links })),
  /** OpenAI: one annotation per position in the text. */
  annotated: (links: readonly Link[], text = TEXT): Behaviour => {
    const annotations = links.map((link, index) => ({
      type: 'url_citation',
      url_citation: { start_index: index, end_index: index + 1, ...link },
    }));
    return reply(200, completion({ content: text, annotations }));
  },
  refusal: (): Behaviour => reply(200, completion({ refusal: 'I cannot help with that.' })),
  filtered: (): Behaviour => reply(200, completion({ content: 'Acme is' }, {}, 'content_filter')),
  truncated: (): Behaviour => reply(200, completion({ content: 'Acme is' }, {}, 'length')),
  empty: (): Behaviour => reply(200, completion({ content: '  \n' })),
  /** Repeats the received key, as some vendors do. */
  unauthorized:
    (status: 401 | 403 = 401): Behaviour =>
    (response, request) =>
      json(response, status, vendorError(`Bad key ${request.headers.authorization}`, 'bad_key')),
  rateLimited: (retryAfter?: string): Behaviour =>
    reply(
      429,
      vendorError('Slow down', 'rate_limit_exceeded'),
      retryAfter === undefined ? {} : { 'retry-after': retryAfter },
    ),
  failing: (status = 500, code = 'server_error'): Behaviour =>
    reply(status, vendorError('It broke', code)),
  malformed: (): Behaviour => misbehave.half(completion({ content: TEXT })),
  errorInside: (): Behaviour => reply(200, vendorError('No credit', 'quota')),
  errorBeside: (): Behaviour =>
    reply(200, completion({ content: TEXT }, vendorError('Upstream lost', 'upstream'))),
  noChoices: (): Behaviour => reply(200, completion({}, { choices: [] })),
};

/** Settings that point these platforms to this server. */
export const behind = (
  server: Pick<OpenAiServer, 'url'>,
  platforms: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    platforms.flatMap((platform) => {
      const name = platform.toUpperCase();
      return [
        [`${name}_API`, 'openai'],
        [`${name}_BASE_URL`, server.url],
        [`${name}_API_KEY`, `key-of-${platform}`],
        [`${name}_MODEL`, `${platform}-model`],
      ];
    }),
  );
