import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type Fault, toFault } from '../api/fault.js';
import { Button } from './button.js';
import { asDuration } from './format.js';
import { Icon } from './icon.js';

/** Holds the place of what is being loaded, in about its size. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('skeleton', className ?? 'h-24')} />
);

/** Says once, to those who cannot see it, that something is being loaded. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div>
    <p role="status" className="sr-only">
      Loading …
    </p>
    {children}
  </div>
);

/** Nothing is there, and what to do about it. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) => (
  <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
    <p className="text-lg font-semibold">{title}</p>
    {children && <div className="max-w-[52ch] text-ink-soft">{children}</div>}
    {action && <div className="mt-2">{action}</div>}
  </div>
);

/** When to try again, where the server knows. */
const Wait = ({ retryAfterSec }: Pick<Fault, 'retryAfterSec'>) =>
  typeof retryAfterSec === 'number' && (
    <p>
      Try again in {retryAfterSec < 60 ? `${retryAfterSec} s` : asDuration(retryAfterSec * 1_000)}.
    </p>
  );

const RequestId = ({ requestId }: Pick<Fault, 'requestId'>) =>
  requestId && (
    <p className="text-xs text-ink-faint">
      Request <code className="font-mono select-all">{requestId}</code>
    </p>
  );

/** Something could not be had: why, whether to try again, and the request for whoever looks into it. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const fault = toFault(error);
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <p className="text-lg font-semibold">
        {fault.code === 'NOT_FOUND' ? 'There is nothing here' : 'This could not be loaded'}
      </p>
      <div className="max-w-[52ch] text-ink-soft">
        <p>{fault.message}</p>
        <Wait {...fault} />
      </div>
      <RequestId {...fault} />
      {retry && fault.code !== 'NOT_FOUND' && (
        <Button className="mt-2" onClick={() => void retry()}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** In a form or above what is shown still. */
export function Notice({
  error,
  tone = 'bad',
  children,
}: {
  error?: unknown;
  tone?: 'bad' | 'warn' | 'plain';
  children?: ReactNode;
}) {
  const fault = error === undefined ? null : toFault(error);
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'note'}
      className={clsx(
        'flex gap-2 rounded-lg px-3 py-2 text-sm',
        tone === 'bad' && 'bg-bad-soft text-bad',
        tone === 'warn' && 'bg-warn-soft text-warn',
        tone === 'plain' && 'bg-sunken text-ink-soft',
      )}
    >
      <span className="mt-0.5">
        <Icon name="warn" />
      </span>
      <div className="min-w-0">
        {fault && <p>{fault.message}</p>}
        {fault && <Wait {...fault} />}
        {children}
        {fault?.requestId && tone === 'bad' && (
          <p className="mt-0.5 text-xs">
            Request <code className="font-mono select-all">{fault.requestId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
