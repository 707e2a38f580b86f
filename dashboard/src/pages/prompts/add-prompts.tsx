import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field, SelectField } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { asCounted } from '../../ui/format.js';
import { STAGES, stageName } from '../../ui/stage.js';
import { MOST_AT_ONCE, useAddPrompts } from './use-add-prompts.js';

/** Returns the non-empty lines, trimmed and without duplicates. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

function AddPromptsForm({ packId, onClose }: { packId: string; onClose: () => void }) {
  const add = useAddPrompts();
  const { tell } = useToast();
  const [text, setText] = useState('');
  const id = useId();
  const lines = linesOf(text);
  const submit = useSubmit(async (form) => {
    const stage = STAGES.find((item) => item === textIn(form, 'stage'));
    const tags = textIn(form, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    const prompts = lines.map((line) => ({ text: line, tags, ...(stage && { stage }) }));
    await add(packId, prompts);
    onClose();
    tell(`${asCounted(lines.length, 'prompt')} added.`);
  });
  return (
    <Form submit={submit}>
      <div className="grid gap-1">
        <label htmlFor={id} className="text-sm font-medium">
          Prompts, one per line
        </label>
        <textarea
          id={id}
          className="input min-h-36"
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
          placeholder="Which CRM suits a small team?"
        />
        <p className="text-xs text-ink-faint">
          {lines.length > MOST_AT_ONCE
            ? `You can add up to ${MOST_AT_ONCE} prompts at a time.`
            : 'Write them as your customers would ask. You can paste a list.'}
        </p>
      </div>
      <SelectField
        label="Stage"
        name="stage"
        hint="Automatic picks a stage from the wording of each prompt."
        defaultValue=""
      >
        <option value="">Automatic</option>
        {STAGES.map((stage) => (
          <option key={stage} value={stage}>
            {stageName(stage)}
          </option>
        ))}
      </SelectField>
      <Field label="Tags" name="tags" hint="Optional. Separate tags with commas." />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          busy={submit.busy}
          disabled={lines.length === 0 || lines.length > MOST_AT_ONCE}
        >
          {lines.length > 1 ? `Add ${asCounted(lines.length, 'prompt')}` : 'Add prompt'}
        </Button>
      </div>
    </Form>
  );
}

export interface AddPromptsProps {
  packId: string;
  open: boolean;
  onClose: () => void;
}

export const AddPrompts = ({ packId, open, onClose }: AddPromptsProps) => (
  <Dialog open={open} onClose={onClose} title="Add prompts">
    <AddPromptsForm packId={packId} onClose={onClose} />
  </Dialog>
);
