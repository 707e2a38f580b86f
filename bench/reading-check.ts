import { parseArgs } from 'node:util';
import {
  type Mentions,
  measureLinks,
  measureMentions,
  measureRankings,
  measureTones,
  type Tallies,
  type Tell,
} from './reading/measure.js';
import { add, BOUNDS, kappa, NONE, precision, recall, totalOf } from './reading/score.js';

const USAGE = `How well labelled answers are read: mentions, tones, rankings and links, each beside a naive baseline.

  npm run reading:check -- [--wrong] [FOLDER]

  --wrong   also print the cases that are read wrongly
  --help    show this help
  FOLDER    files of labelled cases (default: bench/reading)

Exits with 1 if a value is below its bound.`;

const { values, positionals } = parseArgs({
  options: { wrong: { type: 'boolean' }, help: { type: 'boolean' } },
  allowPositionals: true,
});

const show = (value: number | null): string => (value === null ? '–' : value.toFixed(2));
const row = (...cells: (string | number)[]): void => console.info(`| ${cells.join(' | ')} |`);
const head = (...cells: string[]): void => {
  row(...cells);
  row(...cells.map(() => '---'));
};
const tell: Tell = (kind, what) => {
  if (values.wrong) console.info(`${kind} ${JSON.stringify(what)}`);
};

/** A value below its bound is marked and makes the check fail. */
function bounded(value: number | null, least: number): string {
  if (value === null || value >= least) return show(value);
  process.exitCode = 1;
  return `${show(value)} (below ${least})`;
}

function printMentions(byLanguage: ReadonlyMap<string, Mentions>): void {
  head('mentions', 'cases', 'exact', 'precision', 'recall', 'naive precision', 'naive recall');
  const print = (name: string, { ours, naive }: Mentions, least: number) =>
    row(
      name,
      ours.cases,
      ours.exact,
      bounded(precision(ours), least),
      bounded(recall(ours), least),
      show(precision(naive)),
      show(recall(naive)),
    );
  const all = { ours: NONE, naive: NONE };
  for (const [language, { ours, naive }] of byLanguage) {
    print(language, { ours, naive }, BOUNDS.mentionsOfLanguage);
    all.ours = add(all.ours, ours);
    all.naive = add(all.naive, naive);
  }
  print('all', all, BOUNDS.mentions);
}

function printTally(kind: string, groups: Tallies, least: number): void {
  head(kind, 'cases', 'right', 'naive');
  for (const [group, { cases, right, naive }] of groups)
    row(group, cases, show(right / cases), show(naive / cases));
  const { cases, right, naive } = totalOf(groups);
  if (cases > 0) row('all', cases, bounded(right / cases, least), show(naive / cases));
}

function run(folder: string): void {
  printMentions(measureMentions(folder, tell));
  const tones = measureTones(folder, tell);
  printTally('tones', tones.groups, BOUNDS.tones);
  console.info(
    `kappa ${show(kappa(tones.pairs))}; ${tones.praisedBlame} of ${tones.blame} complaints read as praise; ${tones.unread} texts in other languages`,
  );
  printTally('rankings', measureRankings(folder, tell), BOUNDS.rankings);
  printTally('links', measureLinks(folder, tell), BOUNDS.links);
}

if (values.help) console.info(USAGE);
else run(positionals[0] ?? 'bench/reading');
