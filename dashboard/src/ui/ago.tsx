import { useEffect, useState } from 'react';
import { asAgo, asMoment } from './format.js';

/** How long ago something was, kept true while one looks; the time itself in the tooltip. */
export function Ago({ time }: { time: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={time} title={asMoment(time)} className="whitespace-nowrap">
      {asAgo(time, Math.max(nowMs, Date.now()))}
    </time>
  );
}
