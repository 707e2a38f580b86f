import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import type { OverviewQuery } from '../../generated/graphql.js';
import { Change } from '../../ui/chart/change.js';

type Brand = NonNullable<OverviewQuery['brand']>;

interface Mover {
  promptId: string;
  text: string;
  now: number;
  before: number;
}

const SHOWN_MOVERS = 5;

/** Hit rates, now and before, of prompts that were answered in both periods. */
const moversOf = ({ prompts }: Brand['promptBreakdown']): Mover[] =>
  prompts.flatMap(({ promptId, text, hitRate, previous }) =>
    hitRate.value === null || previous == null || previous.value === null
      ? []
      : [{ promptId, text, now: hitRate.value, before: previous.value }],
  );

function MoverList({
  title,
  movers,
  brandId,
}: {
  title: string;
  movers: readonly Mover[];
  brandId: string;
}) {
  return (
    <div>
      <h3 className="text-sm font-medium text-ink-soft">{title}</h3>
      {movers.length === 0 ? (
        <p className="mt-1 text-sm text-ink-faint">None.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line text-sm">
          {movers.map(({ promptId, text, now, before }) => (
            <li key={promptId} className="flex items-baseline justify-between gap-3 py-1.5">
              <Link
                to="/dashboard/brands/$brandId/prompts/$promptId"
                params={{ brandId, promptId }}
                className="min-w-0 text-ink no-underline hover:underline"
              >
                {text}
              </Link>
              <Change now={now} before={before} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Movers({ brand }: { brand: Brand }) {
  const movers = moversOf(brand.promptBreakdown).sort(
    (a, b) => b.now - b.before - (a.now - a.before),
  );
  return (
    <section className="card px-4 py-3.5" aria-labelledby="movers">
      <h2 id="movers" className="font-semibold">
        Prompts that moved
      </h2>
      <p className="text-xs text-ink-faint">
        Change in hit rate from the previous period, for prompts asked in both.
      </p>
      {movers.length === 0 && (
        <p className="mt-2 text-sm text-ink-soft">No prompts were asked in both.</p>
      )}
      <div
        className={clsx(
          'mt-3 grid gap-x-8 gap-y-4 lg:grid-cols-2',
          movers.length === 0 && 'hidden',
        )}
      >
        <MoverList
          title="Rising"
          brandId={brand.id}
          movers={movers.filter(({ now, before }) => now > before).slice(0, SHOWN_MOVERS)}
        />
        <MoverList
          title="Falling"
          brandId={brand.id}
          movers={movers
            .filter(({ now, before }) => now < before)
            .reverse()
            .slice(0, SHOWN_MOVERS)}
        />
      </div>
    </section>
  );
}
