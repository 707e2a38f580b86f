import { useEffect, useState } from 'react';
import { asAgo, asMoment } from './format.js';

/** Relative time, updated every 10 seconds; the tooltip has the exact time. */
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
