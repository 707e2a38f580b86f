import type { GenerateTextResult, Output, ToolSet } from 'ai';
import { type EngineAnswer, EngineError } from '../engine.js';
import { dearestUsd, listPriceUsd } from '../prices.js';
import { toDollars, type Vendor, type VendorReading } from './vendor.js';

export type Result = Pick<
  GenerateTextResult<ToolSet, never, Output.Output<string, string, never>>,
  'content' | 'finishReason' | 'usage' | 'response' | 'output'
>;

export const toRefused = (platform: string): EngineError =>
  new EngineError('REFUSED', `${platform}: the question was refused`);

/** Throws where the vendor would not answer, or could not. */
export function assertAnswered(
  platform: string,
  reading: VendorReading,
  { finishReason }: Pick<Result, 'finishReason'>,
): void {
  if (reading.isRefusal || finishReason === 'content-filter') throw toRefused(platform);
  if (finishReason === 'error') {
    throw new EngineError('UNAVAILABLE', `${platform}: the server broke the answer off`);
  }
}

/** Throws where there is nothing to read. */
export function assertText(platform: string, text: string): void {
  if (text.trim() === '') throw new EngineError('EMPTY', `${platform}: the answer was empty`);
}

export const isTruncated = (reading: VendorReading, { finishReason }: Result): boolean =>
  reading.isTruncated || finishReason === 'length';

/** Which model did the work, and what that came to. An engine may count any number of tokens, also below zero. */
export function toBill(
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

/** What it counts as in what the server spends; null where not even its tokens are known. */
export const toSpentUsd = (
  vendor: Vendor,
  reading: VendorReading,
  result: Result,
  searches: boolean,
): number | null =>
  toBill(vendor, reading, result).costUsd ??
  // Whoever says nothing of searches made one all the same.
  toDollars(dearestUsd(result.usage, Math.max(reading.searches, searches ? 1 : 0)));

/** Local reasoning models put their thoughts in front of the answer. */
export const withoutThoughts = (text: string): string =>
  text.replace(/^\s*<think>[\s\S]*?<\/think>\s*/u, '');

/** Parts that follow each other are one text; what stood before a search is a paragraph of its own. */
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
  return {
    text,
    citations: reading.citations,
    searchQueries: reading.searchQueries,
    ...toBill(vendor, reading, result),
    truncated: isTruncated(reading, result),
  };
}
