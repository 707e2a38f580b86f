import { holds, rateOf, type Trial, tryDetectors } from './sentinel/known-truth.js';

const MONTHS = 2_000;

const toRow = (trial: Trial): string => {
  const bound =
    'most' in trial.bound ? `at most ${trial.bound.most}` : `at least ${trial.bound.least}`;
  const verdict = holds(trial) ? 'holds' : 'MISSED';
  return `| ${trial.name} | ${trial.months} | ${rateOf(trial).toFixed(2)} | ${bound} | ${verdict} |`;
};

const trials = tryDetectors(MONTHS, MONTHS);
console.info('| what is true | brand-months | incidents in 100 | bound | |');
console.info('|---|---|---|---|---|');
for (const trial of trials) console.info(toRow(trial));
if (!trials.every(holds)) process.exitCode = 1;
