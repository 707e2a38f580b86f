import { describe, expect, test } from '@jest/globals';
import { readRewrite, readWikiPage } from '../../../src/domain/facts/reading.js';
import { statementsIn } from '../../../src/domain/facts/statement.js';
import { contradictionsIn } from '../../../src/domain/lint/contradiction.js';
import { LINT_RULES, lint } from '../../../src/domain/lint/lint.js';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const brand = toEntity(BRAND, 'Acme');
const page = (body: string, title = 'Facts') => readWikiPage({ title, body }, brand);
const issues = (body: string) => lint(page(body));
const rulesOf = (body: string) => [...new Set(issues(body).map(({ rule }) => rule))];
const START = 'Acme is a CRM for small teams.\n\n';
const LONG = `${START}The team has ${'spent many quiet evenings and '.repeat(6)}gone home.`;
const jsonld = (value: unknown) => `${START}\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\n`;
const FILLER = 'People who sell things want to know whom they met and what was said that day. ';

describe('what each rule finds', () => {
  test.each([
    ['no-direct-answer', 'Are you looking for a CRM? Acme is one.'],
    ['no-direct-answer', '# Acme\n\nIn a world full of noise, everybody needs a friend.'],
    ['no-direct-answer', `Acme ${'grows and '.repeat(40)}grows.`],
    ['unsourced-number', `${START}It makes sales 40% faster.`],
    ['unsourced-number', `${START}- Used by 12,000 teams`],
    ['unsourced-number', `${START}一个月可节省 40% 的时间。`],
    ['unsourced-number', `${START}Rated 4.8 stars by those who use it.`],
    ['unsourced-number', `${START}In Berlin 3.2 million people use it.`],
    [
      'contradicting-facts',
      `${START}Acme was founded in 1999. The company was established in 2001.`,
    ],
    ['contradicting-facts', `${START}The price is $10.\n\nThe price is $12.`],
    ['contradicting-facts', `${START}It has 200 employees.\n\nAcme employs 300 people.`],
    ['contradicting-facts', `${START}It costs $10 per month.\n\nAcme costs $12/month.`],
    ['contradicting-facts', 'Acme is a CRM with 40 apps.\n\nAcme is a CRM with 60 apps.'],
    ['contradicting-facts', `${START}The number of users is 500.\n\nThe number of users is 600.`],
    ['broken-jsonld', `${START}\`\`\`json\n{ "@context": "https://schema.org", \n\`\`\`\n`],
    ['broken-jsonld', jsonld({ '@context': 'https://schema.org', name: 'Acme' })],
    ['broken-jsonld', jsonld({ '@context': 'https://example.com', '@type': 'Organization' })],
    ['broken-jsonld', `${START}<script type="application/ld+json">{"@type":</script>`],
    ['stuffed-name', `${START}Acme sells. Acme helps. Acme wins. ${FILLER}`],
    ['long-sentence', LONG],
    ['long-sentence', `Acme 是客户管理软件。\n\n${'我们帮助小团队记录每一次谈话'.repeat(5)}。`],
  ])('%s: %s', (rule, body) => expect(rulesOf(body)).toContain(rule));
});

describe('what is left alone', () => {
  test.each([
    ['no-direct-answer', '# What is Acme?\n\nAcme is a CRM for small teams.'],
    [
      'no-direct-answer',
      jsonld({ '@context': 'https://schema.org', '@type': 'Thing' }).slice(START.length),
    ],
    ['unsourced-number', `${START}It was founded in 1999, on 3 March.`],
    ['unsourced-number', `${START}According to Gartner, it makes sales 40% faster.`],
    ['unsourced-number', `${START}It makes sales [40% faster](https://example.com/study).`],
    ['unsourced-number', `${START}It makes sales 40% faster.\n\nSource: Gartner`],
    ['unsourced-number', `${START}It makes sales 40% faster.[^1]`],
    ['unsourced-number', `${START}Version 2 and GPT-4 are supported.`],
    ['unsourced-number', `${START}Version 3.2 came out on May 5, 2024.`],
    ['unsourced-number', `${START}Acme 3.2 brings a calendar, and Python 3.12 scripts run in it.`],
    ['unsourced-number', `${START}Step 2 asks who you are.`],
    ['contradicting-facts', 'Acme is a tool with part 0.\n\nAcme is a tool with part 1.'],
    ['contradicting-facts', `${START}It is for kind 1 customers. It is for kind 2 customers.`],
    ['contradicting-facts', `${START}It supports Windows 10. It supports Windows 11.`],
    [
      'contradicting-facts',
      `${START}It offers a plan with 5 seats. It offers a plan with 10 seats.`,
    ],
    ['contradicting-facts', `${START}It costs $10 monthly. It costs $100 yearly.`],
    ['contradicting-facts', `${START}Acme was founded in 1999. Globex was founded in 2001.`],
    ['contradicting-facts', `${START}Acme was founded in 1999. It was established in 1999.`],
    ['contradicting-facts', `${START}In 2023 it had 200 employees. In 2024 it had 300 employees.`],
    ['contradicting-facts', `${START}## Starter\n\nPrice: $10\n\n## Growth\n\nPrice: $12`],
    ['contradicting-facts', `${START}The price is $10.\n\nThe price is €12.`],
    ['contradicting-facts', `${START}It has 3 offices in France. It has 5 offices in Spain.`],
    ['contradicting-facts', `${START}Step 1: sign in.\n\nStep 2: sign out.`],
    ['contradicting-facts', `${START}It has over 200 employees. It has 250 employees.`],
    [
      'broken-jsonld',
      jsonld({ '@context': 'https://schema.org', '@type': 'Organization', name: 'Acme' }),
    ],
    ['broken-jsonld', `${START}\`\`\`json\n{ "name": \n\`\`\`\n`],
    ['stuffed-name', 'Acme is a CRM. Acme is based in Berlin.'],
    ['stuffed-name', `${START}Acme sells. Acme helps. Acme wins. ${FILLER.repeat(10)}`],
    ['long-sentence', START + FILLER],
    ['long-sentence', `${START}# ${'word '.repeat(40)}`],
  ])('%s: %s', (rule, body) => expect(rulesOf(body)).not.toContain(rule));

  test('a page that is as it should be has no issue', () =>
    expect(
      issues(
        `# Acme\n\n${START}It was founded in 1999. The price is $10, says [the list](https://acme.com/prices).`,
      ),
    ).toEqual([]));
});

test('every rule has an id, a severity and a way out', () => {
  expect(new Set(LINT_RULES.map(({ id }) => id)).size).toBe(6);
  for (const { severity, wayOut } of LINT_RULES) {
    expect(['low', 'medium', 'high']).toContain(severity);
    expect(wayOut).toMatch(/^\p{Lu}.*\.$/u);
  }
});

test('an issue says where it lies, behind markup too', () => {
  const body = `# Acme\n\n${START}\`\`\`js\nlet it = 40;\n\`\`\`\n\n- **It** makes <b>sales</b> 40% faster.\n`;
  const [issue] = issues(body);
  expect(issue).toMatchObject({
    rule: 'unsourced-number',
    field: 'body',
    excerpt: 'It makes sales 40% faster.',
    message: 'The number “40%” has no source.',
  });
  expect(body.slice(issue?.offset)).toMatch(/^It\*\* makes/);
});

test.each([
  ['It costs $12 per month.', '$12'],
  ['It costs 12 euros per month.', '12 euros'],
  ['It serves 3 million per day.', '3 million'],
  ['It serves 12,000 teams.', '12,000 teams'],
  ['Of 100, 25% came back.', '25%'],
])('%s: the message shows the number with its unit alone', (text, shown) =>
  expect(issues(START + text)).toMatchObject([
    { rule: 'unsourced-number', message: `The number “${shown}” has no source.` },
  ]),
);

test.each([
  'Pro | $12\nTeam | $30',
  '| Plan | Price |\n|---|---|\n| Pro | $12 |\n| Team | $30 |\n\nAll plans have a calendar and a phone.',
  `| Pro | ${'word '.repeat(15)}| $12 |\n| Team | ${'word '.repeat(15)}| $30 |`,
])('each row of a table is read by itself: %s', (table) =>
  expect(issues(START + table).map(({ message }) => message)).toEqual([
    'The number “$12” has no source.',
    'The number “$30” has no source.',
  ]),
);

test('an edit elsewhere makes nothing new, and an edit of the place does', () => {
  const keys = (body: string) => issues(body).map(({ rule, key }) => `${rule} ${key}`);
  const before = keys(`${START}It makes sales 40% faster.`);
  expect(keys(`${START}Teams like it.\n\n*It* makes  sales 40% faster!`)).toEqual(before);
  expect(keys(`${START}It makes sales 50% faster.`)).not.toEqual(before);
  // Of the whole page there is one such issue, whatever its words are.
  expect(keys('Who knows?')).toEqual(keys('Who cares?'));
});

test('the same sentence twice is one issue, and of one rule there are at most fifty', () => {
  expect(issues(`${START}It makes sales 40% faster.\n\nIt makes sales 40% faster.`)).toHaveLength(
    1,
  );
  const lines = Array.from(
    { length: 80 },
    (_, at) => `- Sales of kind ${'x'.repeat(at + 1)} rise by 4%.`,
  );
  const found = issues(START + lines.join('\n'));
  expect(found.filter(({ rule }) => rule === 'unsourced-number')).toHaveLength(50);
});

test('pages contradict each other, and the younger is told', () => {
  const source = (id: string, body: string) =>
    statementsIn(page(body, id)).map((statement) => ({ ...statement, sourceId: id, title: id }));
  const old = source('old', 'Founded in 1999 in Berlin, Acme is a CRM.');
  const young = source(
    'young',
    'Acme, a CRM for teams, was founded in 2001.\n\nAcme was founded in 2001.',
  );
  const found = contradictionsIn([...old, ...young]);
  expect([...found.keys()]).toEqual(['young']);
  expect(found.get('young')).toMatchObject([
    { message: 'The text says “2001” here and “1999” on “old”.', field: 'body' },
  ]);
  expect(contradictionsIn([...old, ...source('other', 'Founded: 1999')]).size).toBe(0);
  expect(contradictionsIn([...old, ...source('rival', 'Globex was founded in 2001.')]).size).toBe(
    0,
  );
});

test('a rewrite is read field by field', () => {
  const draft = {
    headline: 'Acme',
    answer: 'Sales need a friend.',
    evidence: ['Acme is a CRM.', 'It makes sales 40% faster.'],
    context: '',
    faq: [{ question: 'Who?', answer: 'Acme serves 500 teams.' }],
    jsonld: '{}',
  };
  const found = lint(readRewrite(draft, brand)).map(({ rule, field }) => [rule, field]);
  expect(found).toEqual(
    [
      ['no-direct-answer', 'answer'],
      ['unsourced-number', 'evidence.1'],
      ['unsourced-number', 'faq.0.answer'],
      ['broken-jsonld', 'jsonld'],
      ['broken-jsonld', 'jsonld'],
    ].slice(0, found.length),
  );
  expect(found.length).toBeGreaterThan(3);
});

test('hostile texts take no time', () => {
  for (const text of [
    '`'.repeat(65_536),
    '<script type="application/ld+json">'.repeat(1_800),
    '1,'.repeat(32_000),
    `founded in ${'the '.repeat(16_000)}`,
    '“'.repeat(30_000),
  ]) {
    const spentMs = watchProcessor();
    issues(text);
    expect(spentMs()).toBeLessThan(2_000);
  }
});
