import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Form, useSubmit } from '../../ui/form.js';
import { asCount, asCounted } from '../../ui/format.js';
import { stageName } from '../../ui/stage.js';
import { Notice } from '../../ui/states.js';
import type { AddPromptsProps } from './add-prompts.js';
import type { ReadPrompts } from './read-prompts.js';
import { useAddPrompts } from './use-add-prompts.js';

const SHOWN = 5;
const NOTHING: ReadPrompts = { prompts: [], faults: [] };

const Faults = ({ faults }: { faults: readonly string[] }) => (
  <Notice>
    <ul className="grid gap-0.5">
      {faults.slice(0, SHOWN).map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
      {faults.length > SHOWN && <li>… and {asCount(faults.length - SHOWN)} more.</li>}
    </ul>
  </Notice>
);

const Preview = ({ prompts }: Pick<ReadPrompts, 'prompts'>) => (
  <div className="rounded-lg border border-line px-3 py-2 text-sm">
    <ul className="grid gap-1">
      {prompts.slice(0, SHOWN).map(({ text, stage }) => (
        <li key={text} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{text}</span>
          <span className="shrink-0 text-ink-faint">{stage ? stageName(stage) : 'automatic'}</span>
        </li>
      ))}
    </ul>
    {prompts.length > SHOWN && (
      <p className="mt-1 text-xs text-ink-faint">… and {asCount(prompts.length - SHOWN)} more.</p>
    )}
  </div>
);

function ImportForm({ packId, onClose }: { packId: string; onClose: () => void }) {
  const { tell } = useToast();
  const add = useAddPrompts();
  const id = useId();
  const [read, setRead] = useState(NOTHING);
  const { prompts, faults } = read;
  const open = async (file: File | undefined) => {
    if (file === undefined) return setRead(NOTHING);
    // The CSV parser is loaded only when a file is chosen.
    const [{ readPrompts }, text] = await Promise.all([import('./read-prompts.js'), file.text()]);
    setRead(readPrompts(text));
  };
  const submit = useSubmit(async () => {
    await add(packId, prompts);
    onClose();
    tell(`${asCounted(prompts.length, 'prompt')} imported.`);
  });
  return (
    <Form submit={submit}>
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          CSV file
        </label>
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          required
          disabled={submit.busy}
          className="input py-1.5! text-sm file:mr-3 file:rounded-[5px] file:border-0 file:bg-sunken file:px-2 file:py-0.5 file:text-ink"
          onChange={({ target }) => void open(target.files?.[0])}
        />
        <p className="text-xs text-ink-faint">
          The first line names the columns: <code className="font-mono">text</code> (required),{' '}
          <code className="font-mono">stage</code>, <code className="font-mono">tags</code>{' '}
          (separated by semicolons), <code className="font-mono">country</code> and{' '}
          <code className="font-mono">language</code>.
        </p>
      </div>
      {faults.length > 0 && <Faults faults={faults} />}
      {faults.length === 0 && prompts.length > 0 && <Preview prompts={prompts} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          busy={submit.busy}
          disabled={prompts.length === 0 || faults.length > 0}
        >
          {prompts.length > 1 ? `Import ${asCounted(prompts.length, 'prompt')}` : 'Import'}
        </Button>
      </div>
    </Form>
  );
}

/** Dialog that imports prompts from a CSV file, with a preview before anything is added. */
export const ImportPrompts = ({ packId, open, onClose }: AddPromptsProps) => (
  <Dialog open={open} onClose={onClose} title="Import prompts">
    <ImportForm packId={packId} onClose={onClose} />
  </Dialog>
);
