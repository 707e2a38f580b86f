import { expect } from '@jest/globals';
import type { TestAccount, TestApp } from '../../helpers/app.js';

export interface World {
  app: TestApp;
  account: TestAccount;
  /** A brand of the account with one completed sandbox probe. */
  brandId: string;
}

export interface Scan {
  runId: string;
  platforms: string[];
  summary: { platform: string; total: number; mentions: number; positive: number }[];
  rateLimitRemaining: number;
}

export interface Query {
  runId: string;
  runs: {
    results: {
      platform: string;
      text: string;
      rank: number;
      states?: object;
      analysis: { mentioned: boolean; position: number; states?: object };
    }[];
  }[];
}

export const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
export const stamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
export const text = expect.any(String);
export const number = expect.any(Number);
export const SCAN = '/api/check/run';
export const QUERY = '/api/query';
export const scanned = {
  brand_name: 'Zephyrine',
  industry: 'running shoes',
  competitors: ['Globex'],
};
export const queried = { brand: 'Zephyrine', category: 'running shoes' };
