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
  /** One that needs no database. */
  | { measureAlone: () => Promise<Line[]> }
);

const CASES: Record<string, Case> = {
  rest: { measure: measureRest, about: 'REST list of 100 brands over Express and pg by hand' },
  graphql: {
    measure: measureGraphQL,
    about: 'a deep query over plain Apollo Server, and its statements',
  },
  runs: {
    measure: measureRuns,
    about: 'how soon a run starts beside a long one, and runs of one answer a second',
  },
  start: {
    measure: measureStart,
    about: 'first answer with an existing data folder, and idle memory',
  },
  dashboards: {
    measure: measureDashboards,
    about: 'visibility of 90 days among five million answers, over its statement alone',
  },
  mentions: {
    measureAlone: measureMentions,
    about: '100 names in 10,000 answers over one pass of indexOf for each name',
  },
  refusals: {
    measureAlone: measureRefusals,
    about: 'milliseconds until a hostile GraphQL document is refused',
  },
  webhooks: {
    measure: measureWebhooks,
    about: '1,000 deliveries over the same posts from a loop',
  },
  subscribers: {
    measure: measureSubscribers,
    about: '1,000 WebSocket subscribers of a run over plain graphql-ws, and their memory',
  },
  windows: {
    measure: measureWindows,
    about: 'what the sliding windows add to a REST read, over the product without them',
  },
  picker: {
    measure: measurePicker,
    about: 'what to ask next of 10,000 prompts on 6 platforms, over one count of their answers',
  },
  sentinel: {
    measure: measureSentinel,
    about: 'all that is looked at after a run, of 1,000 brands',
  },
};

const HELP = `Measures the product side by side with hand-written rivals, in one run.

  npm run bench -- [--only CASE]... [--seconds N]

  --only CASE   ${Object.entries(CASES)
    .map(([name, { about }]) => `${name.padEnd(8)} ${about}`)
    .join('\n                ')}
  --seconds N   length of a round, 2 unless given
  --help        this text

It prints a table on standard output, its progress on standard error, and leaves nothing behind.`;

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
    throw new Error(`there is no case ${unknown}; there are ${Object.keys(CASES).join(', ')}`);

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
