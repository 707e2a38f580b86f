import { type FormEvent, type ReactNode, useState } from 'react';
import { type Fault, toFault } from '../api/fault.js';
import { Notice } from './states.js';

/** Submits a form, one submission at a time, and holds the error of the last one. */
export function useSubmit(work: (form: FormData) => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setFault(null);
    work(new FormData(event.currentTarget))
      .catch((error) => setFault(toFault(error)))
      .finally(() => setBusy(false));
  };
  return { busy, fault, onSubmit, clear: () => setFault(null) };
}

export const Form = ({
  submit,
  children,
}: {
  submit: ReturnType<typeof useSubmit>;
  children: ReactNode;
}) => (
  <form className="grid gap-4" onSubmit={submit.onSubmit} onInput={submit.clear}>
    {submit.fault && <Notice error={submit.fault} />}
    {children}
  </form>
);

/** Trimmed value of a text field; empty if absent. */
export const textIn = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();
