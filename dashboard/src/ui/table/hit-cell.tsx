import clsx from 'clsx';
import { asRate } from '../format.js';
import { CELL } from './cell-grid.js';

const DARKEST_PERCENT = 45;

/** CellGrid cell: hits of answers, coloured by rate; a dash if not asked, an exclamation mark for failures. */
export function HitCell({
  hits,
  answers,
  failed,
  label,
  onOpen,
}: {
  hits: number;
  answers: number;
  failed: number;
  /** Description of the cell for screen readers, such as its prompt and platform. */
  label: string;
  onOpen: () => void;
}) {
  if (answers + failed === 0)
    return (
      <span className="block text-center text-ink-faint" title="Not asked">
        –<span className="sr-only">not asked</span>
      </span>
    );
  const rate = answers === 0 ? null : hits / answers;
  const told = `${hits} of ${answers} answers name the brand${rate === null ? '' : `, ${asRate(rate)}`}${failed > 0 ? `; ${failed} failed` : ''}`;
  return (
    <button
      {...CELL}
      type="button"
      title={told}
      onClick={onOpen}
      className={clsx(
        'block w-full rounded-[5px] px-1.5 py-1 text-center whitespace-nowrap hover:ring-2 hover:ring-accent',
        rate === null && 'border border-dashed border-line-strong',
      )}
      style={
        rate === null
          ? undefined
          : {
              background: `color-mix(in srgb, var(--accent) ${Math.round(rate * DARKEST_PERCENT)}%, var(--sunken))`,
            }
      }
    >
      {answers === 0 ? '' : `${hits}/${answers}`}
      {failed > 0 && <span className="ml-1 font-semibold text-warn">!</span>}
      <span className="sr-only">
        {' '}
        {label}: {told}
      </span>
    </button>
  );
}
