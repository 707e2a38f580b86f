import { expect, test } from '@jest/globals';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { createMentionFinder } from '../../../src/domain/names/mention.js';
import { nameKey, untrackedNames } from '../../../src/domain/names/untracked-name.js';
import { watchProcessor } from '../../helpers/run/processor.js';

const finder = createMentionFinder([
  toEntity(BRAND, 'Acme', [{ text: '小米' }]),
  toEntity('rival', 'Globex'),
]);
const names = (text: string) => untrackedNames(text, finder.find(text));

test.each<[string, string, string[]]>([
  ['numbers', '1. Acme – fast\n2. HubSpot – known\n3. Zoho CRM: cheap', ['HubSpot', 'Zoho CRM']],
  [
    'bullets in bold',
    '- **Acme** – a\n- **monday.com** – b\n- **Pipedrive**: c',
    ['monday.com', 'Pipedrive'],
  ],
  ['a number in bold', '**1. Acme** – a\n**2. HubSpot** – b', ['HubSpot']],
  ['headings', '### 1. Acme\nGood.\n### 2. HubSpot\nGood too.', ['HubSpot']],
  [
    'links',
    '- [Acme](https://a.example)\n- [Zoho](https://z.example/x) is fine\n- **[Odoo](https://o.example)**',
    ['Zoho', 'Odoo'],
  ],
  [
    'paragraphs in bold',
    '**Acme** is fast.\n\n**HubSpot** is known.\n\nOthers exist.',
    ['HubSpot'],
  ],
  [
    'brackets and marks',
    '1. Globex (old)\n2. Freshsales® (by Freshworks)\n3. “Close”, a CRM',
    ['Freshsales', 'Close'],
  ],
  [
    'Chinese',
    '1. **小米**：便宜\n2. **华为**：贵\n3. OPPO，好用\n4. 荣耀（新）',
    ['华为', 'OPPO', '荣耀'],
  ],
  [
    'a name of four words',
    '- Acme\n- Microsoft Dynamics 365 Sales\n- The One That Nobody Needs',
    ['Microsoft Dynamics 365 Sales'],
  ],
  [
    'each once, however it is written',
    '- Acme\n- HubSpot\n- HUBSPOT\n- ＨｕｂＳｐｏｔ',
    ['HubSpot'],
  ],
  ['a tracked name inside another', '- Acme\n- Acme Pro\n- Globex CRM\n- HubSpot', ['HubSpot']],
])('%s', (_, text, expected) => {
  expect(names(text)).toEqual(expected);
});

test.each([
  ['a list without a tracked name', '- HubSpot\n- Zoho\n\nAcme is a CRM.'],
  ['prose', 'Acme, HubSpot and Zoho are known.'],
  [
    'labels',
    '- **Acme**: a\n- **Pros:** fast\n- **Best for:** teams\n- **Key features**: x\n- Price: 3\n- Pricing and plans',
  ],
  ['labels below a name', '1. Acme\n   - **Automation**: yes\n   - **Calls**: no\n2. Globex'],
  ['words', '- Acme\n- easy to use\n- reliable\n- good value'],
  ['sentences', '- Acme\n- Think about what your team needs before you buy\n- 3 users'],
  [
    'Chinese labels',
    '- 小米\n- 优点：好\n- 价格：低\n- 这是一个非常长的句子它根本不是任何产品或者品牌的名字吧',
  ],
  ['nobody tracked', '- HubSpot\n- Zoho'],
  ['nothing', ''],
])('%s: nothing to suggest', (_, text) => {
  expect(names(text)).toEqual([]);
});

test('hostile answers are read in time and yield a bounded number', () => {
  const spentMs = watchProcessor();
  const many = Array.from({ length: 20_000 }, (_, i) => `- Name${i} **`).join('\n');
  expect(names(`- Acme\n${many}`)).toHaveLength(50);
  names(`- Acme\n- ${'**['.repeat(100_000)}`);
  names(`Acme\n${'**a'.repeat(100_000)}`);
  expect(spentMs()).toBeLessThan(3_000);
});

test('spellings are folded', () => {
  expect(nameKey(' Hub  Spot ')).toBe(nameKey('ＨＵＢ spot'));
});
