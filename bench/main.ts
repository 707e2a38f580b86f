import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { measureRest } from './cases/brands.js';
import { measureDashboards } from './cases/dashboards.js';
import { measureGraphQL } from './cases/graphql.js';
import { measureMentions } from './cases/mentions.js';
import { measurePicker } from './cases/picker.js';
import { measureRefusals } from './cases/refusals.js';
import { measureRuns } from './cases/runs.js';
import { measureSentinel } from './cases/sentinel.js';
import { measureStart } from './cases/start.js';
import { measureSubscribers } from './cases/subscribers.js';
import { measureWebhooks } from './cases/webhooks.js';
import { measureWindows } from './cases/windows.js';
import { type Line, report, reportDone, toTable } from './report.js';
import { onStage, type Stage } from './stage.js';

type Case = { about: string } & (
  | { measure: (stage: Stage) => Promise<Line[]> }
  /** A case that needs no database. */
  | { measureAlone: () => Promise<Line[]> }
);

const CASES: Record<string, Case> = {
  rest: {
    measure: measureRest,
    about: 'REST list of 100 brands, compared with hand-written Express and pg',
  },
  graphql: {
    measure: measureGraphQL,
    about: 'a deep query, compared with plain Apollo Server, and its number of statements',
  },
  runs: {
    measure: measureRuns,
    about: 'time to start a run during a long one, and runs of one answer per second',
  },
  start: {
    measure: measureStart,
    about: 'time to the first answer with an existing data folder, and idle memory',
  },
  dashboards: {
    measure: measureDashboards,
    about: 'visibility of 90 days in five million answers, compared with its statement alone',
  },
  mentions: {
    measureAlone: measureMentions,
    about: '100 names in 10,000 answers, compared with one pass of indexOf per name',
  },
  refusals: {
    measureAlone: measureRefusals,
    about: 'milliseconds to refuse a hostile GraphQL document',
  },
  webhooks: {
    measure: measureWebhooks,
    about: '1,000 deliveries, compared with the same posts from a loop',
  },
  subscribers: {
    measure: measureSubscribers,
    about: '1,000 WebSocket subscribers of a run, compared with plain graphql-ws, and their memory',
  },
  windows: {
    measure: measureWindows,
    about: 'cost of the sliding windows in a REST read, compared with the product without them',
  },
  picker: {
    measure: measurePicker,
    about: 'picks among 10,000 prompts on 6 platforms, compared with one count of their answers',
  },
  sentinel: {
    measure: measureSentinel,
    about: 'analysis after a run, for 1,000 brands',
  },
};

const HELP = `Compare the speed of the product with hand-written alternatives.

  npm run bench -- [--only CASE]... [--seconds N]

  --only CASE   ${Object.entries(CASES)
    .map(([name, { about }]) => `${name.padEnd(8)} ${about}`)
    .join('\n                ')}
  --seconds N   length of a round in seconds (default: 2)
  --help        show this help

Prints a table to standard output and progress to standard error. Removes all its files at the end.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      seconds: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Error('--seconds must be a number above 0');
  const names = values.only ?? Object.keys(CASES);
  const unknown = names.find((name) => !Object.hasOwn(CASES, name));
  if (unknown !== undefined)
    throw new Error(`--only ${unknown} is not a case; cases are ${Object.keys(CASES).join(', ')}`);

  const lines: Line[] = [];
  for (const name of names) {
    const chosen = CASES[name];
    if (chosen === undefined) continue;
    if ('measureAlone' in chosen) {
      lines.push(...(await chosen.measureAlone()));
      continue;
    }
    report(`${name}: preparing a database`);
    await onStage(seconds, async (stage) => {
      lines.push(...(await chosen.measure(stage)));
    });
  }
  reportDone();
  console.log(toTable(lines));
  console.log(
    `\nNode ${process.versions.node}, ${availableParallelism()} cores, ${cpus()[0]?.model ?? process.arch}`,
  );
}

try {
  await main();
} catch (error) {
  reportDone();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
