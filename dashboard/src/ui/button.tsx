import clsx from 'clsx';
import type { ButtonHTMLAttributes, ReactNode } from 'react';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

const LOOKS: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:bg-sunken',
  quiet: 'border-transparent text-ink-soft hover:bg-sunken hover:text-ink',
  danger: 'border-bad/50 text-bad hover:bg-bad-soft',
};

/** Class names of a button, also for links that look like one. @public */
export const buttonClass = (kind: ButtonKind = 'secondary', small = false): string =>
  clsx(
    'inline-flex items-center justify-center gap-1.5 rounded-[7px] border font-medium whitespace-nowrap no-underline disabled:opacity-55 aria-disabled:opacity-55',
    small ? 'min-h-7 px-2 text-xs' : 'min-h-[34px] px-3 text-sm',
    LOOKS[kind],
  );

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  small?: boolean;
  /** Ignores clicks while the action is running. */
  busy?: boolean;
  children: ReactNode;
}

export const Button = ({ kind, small, busy, children, className, onClick, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    // Not `disabled`, because the button would lose focus on each press.
    onClick={busy ? (event) => event.preventDefault() : onClick}
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    className={clsx(buttonClass(kind, small), className)}
  >
    {children}
  </button>
);
