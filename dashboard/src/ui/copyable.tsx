import { useState } from 'react';
import { Button, type ButtonKind } from './button.js';
import { Icon } from './icon.js';

const SHOWN_MS = 2_000;

/** Copies a text to the clipboard and shows for two seconds whether it succeeded. */
export function CopyButton({
  text,
  label = 'Copy',
  kind = 'secondary',
}: {
  text: string | (() => string);
  label?: string;
  kind?: ButtonKind;
}) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = async () => {
    const ok = await navigator.clipboard
      .writeText(typeof text === 'string' ? text : text())
      .then(() => true)
      .catch(() => false);
    setOutcome(ok ? 'copied' : 'failed');
    setTimeout(() => setOutcome(null), SHOWN_MS);
  };
  return (
    <Button small kind={kind} onClick={() => void copy()}>
      <Icon name={outcome === 'copied' ? 'check' : 'copy'} size={14} />
      <span aria-live="polite">
        {outcome === 'copied' ? 'Copied' : outcome === 'failed' ? 'Copy failed' : label}
      </span>
    </Button>
  );
}

/** Text to copy, such as a secret that is shown once or a shell command. @public */
export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <figure className="grid gap-1">
    <figcaption className="flex items-center justify-between gap-2 text-sm font-medium">
      {label}
      <CopyButton text={text} />
    </figcaption>
    <pre className="rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-xs whitespace-pre-wrap select-all">
      {text}
    </pre>
  </figure>
);
