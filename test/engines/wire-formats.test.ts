import { describe, expect, test } from '@jest/globals';
import { anthropic } from '../../src/engines/vendors/anthropic.js';
import { google } from '../../src/engines/vendors/google.js';
import { NATIVES } from '../../src/engines/vendors/natives.js';
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

test('xAI: sources that are listed stand in where none is cited in the text', () => {
  const citations = ['https://a.example/', 'https://x.com/i/status/1'];
  const message = (annotations: object[]) => ({
    type: 'message',
    content: [{ type: 'output_text', annotations }],
  });
  const links = (annotations: object[]) =>
    xai.read({ citations, output: [message(annotations)] }).citations.map(({ url }) => url);
  expect(links([])).toEqual(citations);
  expect(links([{ type: 'url_citation', url: 'https://b.example/', title: '1' }])).toEqual([
    'https://b.example/',
  ]);
});

test('xAI: a search written as the call of a tool', () => {
  const call = { type: 'web_search_call', arguments: '{"query":"best crm","num_results":10}' };
  const broken = { type: 'web_search_call', arguments: '{"que' };
  expect(xai.read({ output: [call, broken] }).searchQueries).toEqual(['best crm']);
});
