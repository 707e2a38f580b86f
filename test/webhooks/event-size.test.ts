import { expect, test } from '@jest/globals';
import { listEndingPaths } from '../../rest/ending.js';
import { routes } from '../../rest/routes.js';
import { newId } from '../../src/domain/accounts/id.js';
import { extractCitations } from '../../src/domain/answers/citation.js';
import { readWikiPage } from '../../src/domain/facts/reading.js';
import { LINT_RULES, lint } from '../../src/domain/lint/lint.js';
import { BRAND, toEntity } from '../../src/domain/names/alias.js';
import { type StageGap, toAlert } from '../../src/services/analysis/citation-gap.js';
import { checkText } from '../../src/services/input/validate.js';
import {
  EVENT_KINDS,
  findEventKind,
  LARGEST_BODY,
  toBody,
} from '../../src/webhooks/event-kinds.js';

const SMILES = '🙂'.repeat(200);
const HASH = '0'.repeat(64);
/** The longest form that a rate, a count or an enum value can take in an event. */
const LONG = -Number.MAX_VALUE;
const sampleOf = (event: string) => findEventKind(event)?.sample ?? {};

const gap: StageGap = {
  stage: 'awareness',
  promptIds: Array.from({ length: 20_000 }, newId),
  competitorDomains: Array.from({ length: 1_000 }, (_, at) =>
    `${String(at).padStart(4, '0')}.`.padEnd(253, 'x'),
  ),
  windowDays: 28,
  ...{ answers: LONG, competitorRate: LONG, ownedRate: LONG, low: LONG, high: LONG, fires: true },
};

/** All that the linter says of structured data whose fields are named as no field is. */
function largestIssues(): object[] {
  const names = ['\\"', '\\u0000', '\\ud800', '🙂', 'x'].map((letter) => letter.repeat(5_500));
  const issues = names.flatMap((name) => {
    const body = `\`\`\`json\n{"@type":"A","${name}":{"a":1}}\n\`\`\``;
    return lint(readWikiPage({ title: SMILES, body }, toEntity(BRAND, 'Acme')), LINT_RULES);
  });
  expect(issues.length).toBeGreaterThan(names.length);
  return issues.map(({ rule, severity, message }) => ({
    ...sampleOf('lint.issue.detected'),
    ...{ rule, severity, message },
  }));
}

/** Of an answer with links of every length, to hosts and paths that grow when they are written in ASCII. */
const largestCitations = (): object[] =>
  [100, 250, 400, 4_000, 40_000]
    .flatMap((length) => [
      `https://a.example/${'x'.repeat(length)}`,
      `https://a.example/?${'\\'.repeat(length)}`,
      `https://a.example/${'漢'.repeat(length)}`,
      `https://${'x'.repeat(length)}.example/`,
      `https://${'x.'.repeat(length)}example/`,
    ])
    .flatMap((url) => [
      ...extractCitations(`See ${url} and [this](${url}).\n\n[1]: ${url}\n`, []),
      ...extractCitations('', [{ url, title: null }]),
      ...extractCitations('', [
        {
          url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x',
          title: new URL(url).hostname,
        },
      ]),
    ])
    .map(({ canonicalUrl: sourceUrl, sourceDomain }) => ({
      ...sampleOf('citation.discovered'),
      ...{ sourceUrl, sourceDomain, promptHash: HASH },
    }));

const title = checkText('title', SMILES, 200);
/** By kind. What stands nowhere here holds ids, numbers, times and words of closed lists alone. */
const LARGEST: Record<string, () => object[]> = {
  'wiki.page.created': () => [{ ...sampleOf('wiki.page.created'), title }],
  'wiki.page.updated': () => [{ ...sampleOf('wiki.page.updated'), title, version: LONG }],
  'lint.issue.detected': largestIssues,
  'citation.gap.alert': () => [toAlert(gap)],
  'citation.discovered': largestCitations,
  // Of an impersonation: the domain, and what stands around it.
  'sentinel.triggered': () => [
    { ...sampleOf('sentinel.triggered'), title: `${'x'.repeat(253)}${SMILES}` },
  ],
  'api.deprecation.announced': () => [
    { ...sampleOf('api.deprecation.announced'), paths: listEndingPaths(routes) },
  ],
};
const NUMBERS_ONLY = ['aeo.batch.completed', 'priority.changed', 'uplift.measured'];

test('every kind is looked at', () => {
  const kinds = EVENT_KINDS.map(({ name }) => name);
  expect([...Object.keys(LARGEST), ...NUMBERS_ONLY].sort()).toEqual(kinds.sort());
});

test.each(EVENT_KINDS)('the largest $name can be sent', ({ name, sample }) => {
  const numbers = Object.entries(sample).map(([field, value]) => [
    field,
    typeof value === 'number' ? LONG : value,
  ]);
  const all = LARGEST[name]?.() ?? [Object.fromEntries(numbers)];
  expect(all.length).toBeGreaterThan(0);
  for (const data of all) {
    expect(Object.keys(data).sort()).toEqual(Object.keys(sample).sort());
    const fact = { id: newId(), event: name, brandId: newId(), createdAt: new Date(), data };
    expect(Buffer.byteLength(toBody(fact))).toBeLessThanOrEqual(LARGEST_BODY);
  }
});

test('a gap names the first of its prompts and domains, and counts all of its answers', () => {
  expect(toAlert({ ...gap, answers: 616 })).toMatchObject({
    answers: 616,
    promptIds: gap.promptIds.slice(0, 100),
    competitorDomains: gap.competitorDomains.slice(0, 50),
  });
});
