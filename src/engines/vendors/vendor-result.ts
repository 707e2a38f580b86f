import { type GenerateTextResult, jsonSchema, Output, type ToolSet } from 'ai';
import { z } from 'zod';
import { type Assignment, type Composition, type EngineAnswer, EngineError } from '../engine.js';
import { dearestUsd, listPriceUsd } from '../prices.js';
import {
  type Asking,
  type Connection,
  parseJson,
  toDollars,
  type Vendor,
  type VendorReading,
} from './vendor.js';

export type Result = Pick<
  GenerateTextResult<ToolSet, never, Output.Output<string, string, never>>,
  'content' | 'finishReason' | 'usage' | 'response' | 'output'
>;

export const toRefused = (platform: string): EngineError =>
  new EngineError('REFUSED', `${platform}: the question was refused`);

/** Throws if the vendor refused the question or failed to answer it. */
function assertAnswered(
  platform: string,
  reading: VendorReading,
  { finishReason }: Pick<Result, 'finishReason'>,
): void {
  if (reading.isRefusal || finishReason === 'content-filter') throw toRefused(platform);
  if (finishReason === 'error') {
    throw new EngineError('UNAVAILABLE', `${platform}: the server aborted the answer`);
  }
}

/** Throws if the text is blank. */
function assertText(platform: string, text: string): void {
  if (text.trim() === '') throw new EngineError('EMPTY', `${platform}: the answer was empty`);
}

const isTruncated = (reading: VendorReading, { finishReason }: Result): boolean =>
  reading.isTruncated || finishReason === 'length';

/** Model, tokens and cost of an answer. Token counts are unchecked and may even be negative. */
function toBill(
  vendor: Vendor,
  reading: VendorReading,
  { usage, response }: Result,
): Pick<EngineAnswer, 'model' | 'tokensUsed' | 'costUsd'> {
  const model = reading.model ?? response.modelId;
  const listPrice = vendor.hasListPrices ? listPriceUsd(model, usage, reading.searches) : null;
  return {
    model,
    tokensUsed: usage.totalTokens ?? 0,
    costUsd: reading.costUsd ?? toDollars(listPrice),
  };
}

/** Cost in US dollars counted against the daily budget; null if even the tokens are unknown. */
export const toSpentUsd = (
  vendor: Vendor,
  reading: VendorReading,
  result: Result,
  searches: boolean,
): number | null =>
  toBill(vendor, reading, result).costUsd ??
  // An engine that searches but reports no searches counts as having made one.
  toDollars(dearestUsd(result.usage, Math.max(reading.searches, searches ? 1 : 0)));

/** Local reasoning models put their reasoning before the answer. */
const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');

/** Joins adjacent text parts; starts a new paragraph after any other part, such as a search. */
function joinText(content: Result['content']): string {
  let text = '';
  let isBroken = false;
  for (const part of content) {
    if (part.type === 'text') {
      text += isBroken && text !== '' ? `\n\n${part.text}` : part.text;
      isBroken = false;
    } else if (part.type !== 'source') isBroken = true;
  }
  return withoutThoughts(text);
}

export function toAnswer(
  platform: string,
  vendor: Vendor,
  reading: VendorReading,
  result: Result,
): EngineAnswer {
  assertAnswered(platform, reading, result);
  const text = joinText(result.content);
  assertText(platform, text);
  const { citations, searchQueries, searches } = reading;
  const hasSearched = searches > 0 || searchQueries.length > 0 || citations.length > 0;
  return {
    text,
    citations,
    searchQueries,
    // An unknown server may search without reporting it.
    webSearch: hasSearched || (vendor.searchesWeb === undefined ? null : false),
    ...toBill(vendor, reading, result),
    truncated: isTruncated(reading, result),
  };
}

/** Arguments of the SDK call, without limits. */
export interface Call extends Asking {
  prompt: string;
  instructions?: string;
  temperature?: number;
  output?: Output.Output<string, string, never>;
}

/** Sends the schema but returns plain text: `createComposer` parses and validates it. */
const toOutput = (schema: Assignment['schema']): NonNullable<Call['output']> => ({
  ...Output.text(),
  responseFormat: Output.object({ schema: jsonSchema(schema) }).responseFormat,
});

const inWords = ({ instructions, schema }: Assignment): string =>
  `${instructions}\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;

/** Some models put their JSON into a code fence regardless of the instructions. */
function withoutFence(text: string): string {
  const fenced = text.trim();
  const isFenced = fenced.length >= 6 && fenced.startsWith('```') && fenced.endsWith('```');
  return isFenced ? fenced.slice(3, -3).replace(/^json\b/, '') : text;
}

/** Builds the call for one assignment, and reads and validates the result. */
export function createComposer(platform: string, vendor: Vendor, assignment: Assignment) {
  const { instructions, input, schema } = assignment;
  const shape = z.fromJSONSchema(schema);
  const toMalformed = (words: string) => new EngineError('MALFORMED', `${platform}: ${words}`);

  return {
    toCall: (connection: Connection): Call => ({
      // The SDK omits the temperature for models that do not support it.
      temperature: 0,
      ...vendor.prepareComposition(connection),
      instructions: vendor.schemaInWords ? inWords(assignment) : instructions,
      prompt: input,
      output: toOutput(schema),
    }),

    read(result: Result, reading: VendorReading): Composition {
      assertAnswered(platform, reading, result);
      if (isTruncated(reading, result)) throw toMalformed('the answer was cut off at a limit');
      const text = withoutThoughts(result.output);
      assertText(platform, text);
      const fitting = shape.safeParse(parseJson(withoutFence(text)));
      if (!fitting.success) throw toMalformed('the answer does not match the requested schema');
      return { value: fitting.data, ...toBill(vendor, reading, result) };
    },
  };
}
