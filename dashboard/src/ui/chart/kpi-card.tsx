import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ThinSample } from '../pill.js';

/** A number with its sample size and change; drawn hollow while the sample is thin. */
export const KpiCard = ({
  label,
  value,
  change,
  basis,
  interval,
  thin = false,
}: {
  label: string;
  value: string;
  change?: ReactNode;
  /** Sample size, such as `n = 420`. */
  basis?: ReactNode;
  /** 95% interval as text. */
  interval?: string | undefined;
  thin?: boolean;
}) => (
  <div
    title={interval}
    className={clsx('card min-w-0 px-3 py-3 sm:px-4', thin && 'border-dashed border-line-strong')}
  >
    <dt className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 text-sm text-ink-soft">
      <span>{label}</span>
      {thin && <ThinSample />}
    </dt>
    <dd className="mt-1">
      <p className={clsx('text-2xl font-semibold tracking-tight', thin && 'hollow')}>{value}</p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-3 text-xs text-ink-faint">
        <span>{change}</span>
        <span>{basis}</span>
      </p>
      {interval && <span className="sr-only">{interval}</span>}
    </dd>
  </div>
);
