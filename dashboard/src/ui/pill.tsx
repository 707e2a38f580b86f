import clsx from 'clsx';
import type { ReactNode } from 'react';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

const LOOKS: Record<Tone, string> = {
  plain: 'border-line-strong text-ink-soft',
  accent: 'border-transparent bg-accent-soft text-accent-strong',
  good: 'border-transparent bg-good-soft text-good',
  warn: 'border-transparent bg-warn-soft text-warn',
  bad: 'border-transparent bg-bad-soft text-bad',
};

/** A word or two about a thing's state; never colour alone. */
export const Pill = ({
  tone = 'plain',
  title,
  children,
}: {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}) => (
  <span
    title={title}
    className={clsx(
      'inline-flex items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap',
      LOOKS[tone],
    )}
  >
    {children}
  </span>
);

/** Worn by all that sandbox engines answered. */
export const SandboxPill = () => (
  <Pill tone="warn" title="Made up by the sandbox engines: no real platform was asked.">
    Sandbox data
  </Pill>
);

/** Fewer than 21 effective answers: the 95% interval is wider than 20 points either way. */
export const ThinSample = () => (
  <Pill title="Fewer than 21 answers: the 95% interval is wider than 20 points either way.">
    thin sample
  </Pill>
);
