import { useEffect, useState } from 'react';
import { asDuration, asMoment } from './format.js';

/** Remaining time until `time`, kept up to date. */
export function Until({ time }: { time: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.round((new Date(time).getTime() - nowMs) / 1_000);
  return (
    <time dateTime={time} title={asMoment(time)} className="whitespace-nowrap">
      {seconds <= 0 ? 'now' : `in ${asDuration(seconds * 1_000)}`}
    </time>
  );
}
