import clsx from 'clsx';
import { asPoints } from '../format.js';
import { Icon } from '../icon.js';

/** Change from the previous period, with an arrow and a sign, so that colour is not the only cue. */
export function Change({
  now,
  before,
  write = asPoints,
  lowerIsBetter = false,
  quiet = false,
}: {
  now: number | null | undefined;
  before: number | null | undefined;
  write?: (change: number) => string;
  lowerIsBetter?: boolean;
  /** Without an earlier value, renders nothing instead of a text; for tables. */
  quiet?: boolean;
}) {
  if (now === null || now === undefined || before === null || before === undefined)
    return quiet ? null : <span className="text-ink-faint">no earlier value</span>;
  const change = now - before;
  const text = write(change);
  const isFlat = !/[1-9]/.test(text);
  const isGood = lowerIsBetter ? change < 0 : change > 0;
  return (
    <span
      title="Compared with the previous period"
      className={clsx(
        'inline-flex items-center gap-0.5 font-medium whitespace-nowrap',
        isFlat ? 'text-ink-soft' : isGood ? 'text-good' : 'text-bad',
      )}
    >
      {!isFlat && <Icon name={change > 0 ? 'up' : 'down'} size={12} />}
      {text}
    </span>
  );
}
