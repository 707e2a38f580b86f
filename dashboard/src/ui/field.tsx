import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react';

interface Around {
  label: string;
  hint?: ReactNode;
  /** Error below the field, also announced by screen readers. */
  fault?: string | null | undefined;
}

const Frame = ({
  id,
  label,
  hint,
  fault,
  children,
}: Around & { id: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <label htmlFor={id} className="text-sm font-medium">
      {label}
    </label>
    {children}
    {hint && (
      <p id={`${id}-hint`} className="text-xs text-ink-faint">
        {hint}
      </p>
    )}
    {fault && (
      <p id={`${id}-fault`} className="text-xs text-bad">
        {fault}
      </p>
    )}
  </div>
);

const toDescription = (id: string, { hint, fault }: Pick<Around, 'hint' | 'fault'>) =>
  [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(' ') || undefined;

export function Field({
  label,
  hint,
  fault,
  ...input
}: Around & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, fault }}>
      <input
        id={id}
        className="input"
        aria-invalid={fault ? true : undefined}
        aria-describedby={toDescription(id, { hint, fault })}
        {...input}
      />
    </Frame>
  );
}

export function SelectField({
  label,
  hint,
  fault,
  children,
  ...select
}: Around & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  return (
    <Frame {...{ id, label, hint, fault }}>
      <select
        id={id}
        className="input"
        aria-invalid={fault ? true : undefined}
        aria-describedby={toDescription(id, { hint, fault })}
        {...select}
      >
        {children}
      </select>
    </Frame>
  );
}
