import { z } from 'zod';
import type { CitedLink } from './engine.js';

/** What the OpenAI-compatible adapter of the SDK leaves out of its result. */
export interface AnswerMetadata {
  citations: CitedLink[];
  costUsd: number | null;
  isRefusal: boolean;
  /** The body reports an error although its status is 200. */
  isError: boolean;
}

const MAX_CITATIONS = 200;
const MAX_URL_CHARACTERS = 2_048;

const text = z.string().optional().catch(undefined);
const source = z.object({ url: text, title: text }).catch({});
const many = <T extends z.ZodType>(item: T) => z.array(item).catch([]);

const shape = z.object({
  error: z.unknown().optional(),
  citations: many(z.union([z.string(), source])).default([]),
  search_results: many(source).default([]),
  choices: z
    .array(
      z.object({
        finish_reason: z.unknown().optional(),
        message: z.object({
          refusal: z.unknown().optional(),
          annotations: many(z.object({ url_citation: source }).catch({ url_citation: {} })).default(
            [],
          ),
        }),
      }),
    )
    .catch([]),
  usage: z.object({ cost: z.unknown().optional() }).catch({ cost: undefined }),
});

type Source = z.infer<typeof source>;

const isLink = (url: string): boolean =>
  url.length <= MAX_URL_CHARACTERS && URL.canParse(url) && /^https?:$/u.test(new URL(url).protocol);

function toCitations(body: z.infer<typeof shape>): CitedLink[] {
  const titles = new Map(body.search_results.map(({ url, title }) => [url, title]));
  // Perplexity names its sources twice, the bare list in the order of its `[n]` marks.
  const listed: Source[] = body.citations.map((each) =>
    typeof each === 'string' ? { url: each, title: titles.get(each) } : each,
  );
  const found = listed.length > 0 ? listed : body.search_results;
  // One annotation per place in the text: the same source comes again and again.
  const annotated = body.choices[0]?.message.annotations.map((each) => each.url_citation) ?? [];
  const links = new Map<string, CitedLink>();
  for (const { url, title } of [...found, ...annotated]) {
    if (url !== undefined && isLink(url) && !links.has(url))
      links.set(url, { url, title: title || null });
  }
  return [...links.values()].slice(0, MAX_CITATIONS);
}

/** A number of dollars, or an object that holds their total. */
function toCostUsd(cost: unknown): number | null {
  const total = z.object({ total_cost: z.number() }).safeParse(cost).data?.total_cost ?? cost;
  return typeof total === 'number' && Number.isFinite(total) && total >= 0 ? total : null;
}

export function readMetadata(parsedBody: unknown): AnswerMetadata {
  const parsed = shape.safeParse(parsedBody);
  // The SDK judges the form of the body; here only what is there counts.
  if (!parsed.success) return { citations: [], costUsd: null, isRefusal: false, isError: false };
  const body = parsed.data;
  const choice = body.choices[0];
  const refusal = choice?.message.refusal;
  return {
    citations: toCitations(body),
    costUsd: toCostUsd(body.usage.cost),
    isRefusal:
      (typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter',
    isError: body.error !== undefined && body.error !== null,
  };
}
