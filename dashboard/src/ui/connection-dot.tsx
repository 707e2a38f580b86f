import clsx from 'clsx';
import { type ConnectionState, useConnection } from '../api/connection.js';

const WORDS: Record<Exclude<ConnectionState, 'idle'>, string> = {
  opening: 'Connecting',
  live: 'Live',
  connecting: 'Reconnecting; polling for updates',
  offline: 'Offline; data may be out of date',
};

/** Connection state of live updates; renders nothing on pages without subscriptions. */
export function ConnectionDot() {
  const state = useConnection();
  if (state === 'idle') return null;
  return (
    <span role="status" className="inline-flex items-center gap-1.5 text-xs text-ink-soft">
      <span
        aria-hidden="true"
        className={clsx(
          'size-2 rounded-full',
          state === 'live' && 'bg-good',
          state === 'opening' && 'bg-line-strong',
          state === 'connecting' && 'skeleton bg-warn!',
          state === 'offline' && 'bg-bad',
        )}
      />
      {WORDS[state]}
    </span>
  );
}
