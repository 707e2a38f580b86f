import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Form, useSubmit } from '../../ui/form.js';
import { Icon } from '../../ui/icon.js';
import { type Brand, nextKey, SaveButton, splitWords, useSave } from './brand-save.js';

type Alias = Brand['aliases'][number];

/** How an alias is typed: with what is excluded as one text, and a key of its own. */
interface Row extends Omit<Alias, 'exclude'> {
  key: number;
  exclude: string;
  /** The brand's own name, which goes with the name. */
  isName: boolean;
}

const toRow = (alias: Alias, name: string): Row => ({
  ...alias,
  key: nextKey(),
  exclude: alias.exclude.join(', '),
  isName: alias.text === name,
});

function AliasRow({
  row,
  onChange,
  onRemove,
}: {
  row: Row;
  onChange: (row: Row) => void;
  onRemove: () => void;
}) {
  const said = row.text || 'the new alias';
  return (
    <li className="grid gap-2 rounded-lg border border-line p-3">
      <div className="flex items-center gap-2">
        <input
          className="input"
          aria-label="Alias"
          value={row.text}
          maxLength={200}
          required
          readOnly={row.isName}
          title={row.isName ? 'The brand’s own name: change it above' : undefined}
          onChange={(event) => onChange({ ...row, text: event.target.value })}
        />
        {row.isName ? (
          <span className="text-xs whitespace-nowrap text-ink-faint">own name</span>
        ) : (
          <Button small kind="quiet" aria-label={`Remove ${said}`} onClick={onRemove}>
            <Icon name="close" size={14} />
          </Button>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            className="accent-accent"
            checked={row.caseSensitive}
            onChange={(event) => onChange({ ...row, caseSensitive: event.target.checked })}
          />
          Match case
        </label>
        <label
          className="flex items-center gap-2"
          title="A hit counts only beside another sign of the brand or a rival in the same answer."
        >
          <input
            type="checkbox"
            className="accent-accent"
            checked={row.requiresContext}
            onChange={(event) => onChange({ ...row, requiresContext: event.target.checked })}
          />
          Only in context
        </label>
        <label className="flex min-w-48 flex-1 items-center gap-2">
          <span className="whitespace-nowrap text-ink-soft">Not in</span>
          <input
            className="input"
            value={row.exclude}
            placeholder="Acme Pharma, acme of"
            onChange={(event) => onChange({ ...row, exclude: event.target.value })}
          />
        </label>
      </div>
    </li>
  );
}

/** The names a brand is recognised by, with how strictly. */
export function AliasesForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const [list, setList] = useState(() => brand.aliases.map((alias) => toRow(alias, brand.name)));
  const submit = useSubmit(async () => {
    const aliases = list.map(({ text, caseSensitive, requiresContext, exclude }) => ({
      text: text.trim(),
      caseSensitive,
      requiresContext,
      exclude: splitWords(exclude),
    }));
    await save({ aliases }, 'The aliases are saved.');
  });
  return (
    <Form submit={submit}>
      <ul className="grid gap-2">
        {list.map((row) => (
          <AliasRow
            key={row.key}
            row={row}
            onChange={(next) => setList(list.map((item) => (item.key === row.key ? next : item)))}
            onRemove={() => setList(list.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <SaveButton busy={submit.busy}>Save the aliases</SaveButton>
        <Button
          kind="quiet"
          onClick={() =>
            setList([
              ...list,
              toRow(
                { text: '', caseSensitive: false, requiresContext: false, exclude: [] },
                brand.name,
              ),
            ])
          }
        >
          <Icon name="plus" />
          Add an alias
        </Button>
      </div>
    </Form>
  );
}
