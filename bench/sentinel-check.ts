import { holds, rateOf, type Trial, tryDetectors } from './sentinel/known-truth.js';

const MONTHS = 2_000;

const boundOf = ({ bound }: Trial): string => {
  if (bound === null) return 'none';
  return 'most' in bound ? `at most ${bound.most}` : `at least ${bound.least}`;
};

function toRow(trial: Trial): string {
  const types = Object.entries(trial.types).map(([type, count]) => `${type} ${count}`);
  const cells = [
    trial.name,
    trial.brands,
    trial.answers,
    trial.months,
    rateOf(trial).toFixed(2),
    boundOf(trial),
    types.join(', '),
    ...(holds(trial) ? [] : ['MISSED']),
  ];
  return `| ${cells.join(' | ')} |`;
}

console.info('| scenario | brands | answers per run | months | in 100 | bound | incidents |');
console.info('|---|---|---|---|---|---|---|');
for (const trial of tryDetectors(Number(process.argv[2] ?? MONTHS))) {
  console.info(toRow(trial));
  if (!holds(trial)) process.exitCode = 1;
}
