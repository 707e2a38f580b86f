/**
 * Counts what it takes to read hostile texts of two lengths. A process of its own, since it counts in what all
 * programs share: it prints `{reading, shape, short, long}` for each, one a line.
 */

import { Session } from 'node:inspector/promises';
import { BRAND, toEntity } from '../../../src/domain/names/alias.js';
import { READINGS } from '../../../src/reading/readings.js';
import { HOSTILE_SHAPES, LONG, SHORT } from './hostile-shapes.js';
import { type Compiled, compile } from './regex-steps.js';

let steps = 0;
let isCounting = false;
const compiled = new Map<string, Compiled>();
const native = RegExp.prototype.exec;

/** Of any other expression, what is tried at one place has a bound: it takes a step for each place. */
const IS_UNBOUNDED = /[*+]|\{\d+,\}|\d{3,}\}/;

/** Every use of an expression comes by here, once `exec` is not the engine's own any more. */
RegExp.prototype.exec = function (this: RegExp, text: string) {
  if (!isCounting) return native.call(this, text);
  isCounting = false;
  const from = /[gy]/.test(this.flags) ? Math.max(0, this.lastIndex) : 0;
  const key = String(this);
  if (!IS_UNBOUNDED.test(key)) {
    const match = native.call(this, text);
    const end = match === null ? text.length : match.index + match[0].length;
    steps += this.flags.includes('y') ? 1 : end - from + 1;
    isCounting = true;
    return match;
  }
  let counter = compiled.get(key);
  if (counter === undefined) {
    counter = compile(this);
    compiled.set(key, counter);
  }
  const found = counter.search(text, from);
  steps += found.steps;
  const match = native.call(this, text);
  if ((match?.index ?? null) !== found.index)
    throw new Error(`${key} was counted wrongly at ${from} of ${JSON.stringify(text)}`);
  isCounting = true;
  return match;
};

/** What the engine's own functions read: to the place they find, or to the end. */
for (const name of ['indexOf', 'includes'] as const) {
  const own = String.prototype[name] as (wanted: string, from?: number) => number | boolean;
  const { indexOf } = String.prototype;
  String.prototype[name] = function (this: string, wanted: string, from = 0) {
    if (isCounting) {
      const at = indexOf.call(this, wanted, from);
      steps += (at < 0 ? this.length : at) - from;
    }
    return own.call(this, wanted, from);
  } as never;
}
const { normalize } = String.prototype;
String.prototype.normalize = function (form) {
  if (isCounting) {
    isCounting = false;
    // Marks on one letter are sorted by insertion.
    for (const [marks] of this.matchAll(/\p{M}+/gu)) steps += marks.length ** 2;
    isCounting = true;
  }
  return normalize.call(this, form);
};

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** How often blocks of our code and of the libraries were entered since it was asked last. */
async function takeBlocks(): Promise<number> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => /\/(?:dist\/src|node_modules)\//.test(url))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

const brand = toEntity(BRAND, 'Acme', [{ text: 'Target', exclude: ['target group'] }]);
const rival = { id: 'globex', name: 'Globex', aliases: toEntity('globex', 'Globex').aliases };
const names = { name: 'Acme', aliases: brand.aliases, competitors: [rival], ownedDomains: [] };
const subject = { brandId: '0197c1a0-0000-7000-8000-000000000000', brand: names, sandbox: false };
const prompt = { text: 'Which CRM?', country: null, language: 'en' };
const sources = [{ url: 'https://a.test/b', title: 'A' }];
const READERS = {
  answer: (text: string) => READINGS.answer({ subject, text, sources, prompt }),
  sitePage: (text: string) => READINGS.sitePage({ text, url: 'https://acme.test/', brand }),
  wikiPage: (text: string) => READINGS.wikiPage({ text, title: 'Acme', brand }),
};

async function count(read: (text: string) => unknown, text: string): Promise<number> {
  steps = 0;
  isCounting = true;
  read(text);
  isCounting = false;
  return steps + (await takeBlocks());
}

for (const [reading, read] of Object.entries(READERS)) {
  // Tables are made once, and libraries loaded.
  read(
    'Acme is 1 a. The target group likes that it has 2 b.\n\nAcme ist seit langem sehr beliebt.',
  );
  read('Acme [ist](http://a.test/b) seit langem bei allen Leuten sehr beliebt.');
  await takeBlocks();
  for (const [shape, toText] of Object.entries(HOSTILE_SHAPES)) {
    const short = await count(read, toText(SHORT));
    const long = await count(read, toText(LONG));
    process.stdout.write(`${JSON.stringify({ reading, shape, short, long })}\n`);
  }
}
