import { expect } from '@jest/globals';
import type { TestAccount, TestApp } from '../../helpers/app.js';
import type { Answer, Call } from '../../helpers/client/http.js';

/** The callers and response shapes that the audits of document 2 share. */

export interface World {
  app: TestApp;
  account: TestAccount;
  brandId: string;
  runId: string;
  /** A brand that audits may probe. The numbers of `brandId` must not change. */
  probedId: string;
  get(path: string, options?: Call): Promise<Answer>;
  post(path: string, body?: unknown, options?: Call): Promise<Answer>;
}

export const PLATFORMS = ['chatgpt', 'gemini', 'perplexity', 'claude', 'grok', 'deepseek'];
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const text = expect.any(String);
export const number = expect.any(Number);
const flag = expect.any(Boolean);
export const stamp = expect.stringMatching(STAMP);

export const health = {
  status: 'ok',
  service: text,
  version: text,
  env: text,
  region: text,
  timestamp: stamp,
  checks: { db: { ok: true, latency_ms: number } },
  took_ms: number,
};
export const listedBrand = { id: text, name: text, category: text, createdAt: stamp };
export const startedRun = {
  runId: text,
  status: 'queued',
  platforms: PLATFORMS,
  estimatedCompletionMs: number,
  sandbox: true,
};
export const runStatus = {
  runId: text,
  status: 'completed',
  completedAt: stamp,
  failures: [],
  sandbox: true,
};
export const result = {
  platform: text,
  mentioned: flag,
  rank: number,
  snippet: text,
  tokensUsed: number,
};
export const citation = {
  id: text,
  brandId: text,
  platform: text,
  sourceUrl: expect.stringMatching(/^https?:\/\//),
  sourceDomain: text,
  promptHash: text,
  discoveredAt: stamp,
  context: text,
  sandbox: true,
};

export interface CitationList {
  citations: { id: string; discoveredAt: string; platform: string; sourceUrl: string }[];
  total: number;
  windowDays: number;
}
