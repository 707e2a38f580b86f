import clsx from 'clsx';
import type { ReactNode } from 'react';
import { type Fault, toFault } from '../api/fault.js';
import { Button } from './button.js';
import { asDuration } from './format.js';
import { Icon } from './icon.js';

/** Placeholder of about the size of the content that is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden="true" className={clsx('skeleton', className ?? 'h-24')} />
);

/** Announces to screen readers, once, that content is loading. */
export const Loading = ({ children }: { children: ReactNode }) => (
  <div>
    <p role="status" className="sr-only">
      Loading…
    </p>
    {children}
  </div>
);

/** Message for an empty page or list, with a suggested action. */
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

/** Wait until a retry, if the server gives one. */
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

/** Error instead of content: message, optional retry button, and request id for support. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => unknown }) {
  const fault = toFault(error);
  return (
    <div role="alert" className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <p className="text-lg font-semibold">
        {fault.code === 'NOT_FOUND' ? 'Not found' : 'Loading failed'}
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

/** Error or message inside a form or above content. */
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
