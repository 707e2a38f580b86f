import { describe, expect, test } from '@jest/globals';
import { anthropic } from '../../src/engines/vendors/anthropic.js';
import { google } from '../../src/engines/vendors/google.js';
import { NATIVES } from '../../src/engines/vendors/natives.js';
import { perplexity } from '../../src/engines/vendors/perplexity.js';
import { openai, xai } from '../../src/engines/vendors/responses.js';
import { NOTHING_READ } from '../../src/engines/vendors/vendor.js';

describe.each(Object.entries(NATIVES))('%s reads', (_, vendor) => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', [1]],
    ['an empty object', {}],
    [
      'fields of other types',
      {
        output: 7,
        citations: 'x',
        content: [null, 7],
        candidates: [7, null],
        choices: [{}],
        usage: 'x',
        model: 3,
        modelVersion: null,
      },
    ],
  ])('%s out of %s', (_name, body) => {
    expect(vendor.read(body)).toEqual(NOTHING_READ);
  });
});

test('OpenAI: queries of both forms, each once; only searches are billed', () => {
  const call = (action: object) => ({ type: 'web_search_call', action });
  const reading = openai.read({
    output: [
      call({ type: 'search', query: 'crm' }),
      call({ type: 'search', query: 'crm', queries: ['crm', ' best crm '] }),
      call({ type: 'open_page', url: 'https://a.example' }),
    ],
  });
  expect(reading).toMatchObject({ searchQueries: ['crm', 'best crm'], searches: 2 });
});

test('Anthropic: a result that nothing rests on is no citation, but lends its title', () => {
  const reading = anthropic.read({
    stop_reason: 'pause_turn',
    content: [
      {
        type: 'web_search_tool_result',
        content: [
          { url: 'https://a.example/', title: 'A' },
          { url: 'https://b.example/', title: 'B' },
        ],
      },
      { type: 'web_search_tool_result', content: { error_code: 'max_uses_exceeded' } },
      {
        type: 'text',
        citations: [
          { type: 'web_search_result_location', url: 'https://b.example/', title: null },
          { type: 'char_location', url: 'https://c.example/' },
        ],
      },
    ],
  });
  expect(reading).toMatchObject({
    citations: [{ url: 'https://b.example/', title: 'B' }],
    isTruncated: true,
  });
});

test('Gemini: a blocked prompt and an unsafe candidate are refusals', () => {
  const reasons = ['SAFETY', 'RECITATION', 'PROHIBITED_CONTENT', 'STOP', 'MAX_TOKENS'];
  expect(
    reasons.map((finishReason) => google.read({ candidates: [{ finishReason }] }).isRefusal),
  ).toEqual([true, true, true, false, false]);
  expect(google.read({ promptFeedback: { blockReason: 'SAFETY' } }).isRefusal).toBe(true);
});

test('xAI: a page without a place in the text was visited, not cited', () => {
  const annotation = (url: string, place: object) => ({ type: 'url_citation', url, ...place });
  const content = [
    {
      type: 'output_text',
      annotations: [
        annotation('https://a.example/', { title: '1', start_index: 4, end_index: 9 }),
        annotation('https://b.example/', {}),
      ],
    },
  ];
  const body = { citations: ['https://c.example/'], output: [{ type: 'message', content }] };
  expect(xai.read(body).citations).toEqual([{ url: 'https://a.example/', title: null }]);
});

test('Gemini: a chunk that no sentence rests on was read, not cited', () => {
  const groundingMetadata = {
    webSearchQueries: ['crm'],
    groundingChunks: ['a', 'b', 'c'].map((name) => ({
      web: { uri: `https://${name}.example/`, title: name },
    })),
    groundingSupports: [
      { segment: { endIndex: 9 }, groundingChunkIndices: [2, 0] },
      { groundingChunkIndices: [0, 9] },
      { segment: {} },
    ],
  };
  const { citations, searches } = google.read({ candidates: [{ groundingMetadata }] });
  expect(citations.map(({ url }) => url)).toEqual(['https://a.example/', 'https://c.example/']);
  expect(searches).toBe(1);
});

test('Perplexity: what a mark or an annotation names is cited, in that order; what was found is not', () => {
  const results = [3, 7, 8].map((id) => ({ id, url: `https://p${id}.example/`, title: `P${id}` }));
  const found = { type: 'search_results', queries: ['crm', 'crm'], results };
  const part = {
    type: 'output_text',
    text: 'Acme leads.[8] Globex follows.[3, 8][44] It was founded in [1999].',
    annotations: [{ type: 'url_citation', url: 'https://p9.example/', title: 'P9' }],
  };
  const reading = perplexity.read({
    output: [found, { type: 'message', content: [part] }],
    usage: { cost: { total_cost: 0.004 } },
  });
  expect(reading).toMatchObject({
    citations: [8, 3, 9].map((id) => ({ url: `https://p${id}.example/`, title: `P${id}` })),
    searchQueries: ['crm'],
    searches: 1,
    costUsd: 0.004,
  });
});

test('xAI: a search written as the call of a tool', () => {
  const call = { type: 'web_search_call', arguments: '{"query":"best crm","num_results":10}' };
  const broken = { type: 'web_search_call', arguments: '{"que' };
  expect(xai.read({ output: [call, broken] }).searchQueries).toEqual(['best crm']);
});
