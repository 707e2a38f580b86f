import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { Form, useSubmit } from '../../ui/form.js';
import { Icon } from '../../ui/icon.js';
import { type Brand, nextKey, SaveButton, splitWords, useSave } from './brand-save.js';
import { NameVariants } from './name-variants.js';

type Alias = Brand['aliases'][number];

/** An alias as edited: the excluded phrases as one comma-separated text, and a React key. */
interface Row extends Omit<Alias, 'exclude' | 'without'> {
  key: number;
  exclude: string;
  without: readonly string[];
  /** Whether the alias is the brand name, which only the field for the name can change. */
  isName: boolean;
}

const toRow = (alias: Alias, name: string): Row => ({
  ...alias,
  key: nextKey(),
  exclude: alias.exclude.join(', '),
  without: alias.without ?? [],
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
          title={row.isName ? 'This is the brand name. Change it above.' : undefined}
          onChange={(event) => onChange({ ...row, text: event.target.value })}
        />
        {row.isName ? (
          <span className="text-xs whitespace-nowrap text-ink-faint">brand name</span>
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
          title="A match counts only if the same answer contains an unambiguous name of the brand or a rival."
        >
          <input
            type="checkbox"
            className="accent-accent"
            checked={row.requiresContext}
            onChange={(event) => onChange({ ...row, requiresContext: event.target.checked })}
          />
          Require context
        </label>
        <label className="flex min-w-48 flex-1 items-center gap-2">
          <span className="whitespace-nowrap text-ink-soft">Exclude phrases</span>
          <input
            className="input"
            value={row.exclude}
            placeholder="Acme Pharma, acme of"
            onChange={(event) => onChange({ ...row, exclude: event.target.value })}
          />
        </label>
      </div>
      <NameVariants
        name={row.text}
        without={row.without}
        onChange={(without) => onChange({ ...row, without })}
      />
    </li>
  );
}

/** The names that identify a brand, each with its matching rules. */
export function AliasesForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const [list, setList] = useState(() => brand.aliases.map((alias) => toRow(alias, brand.name)));
  const submit = useSubmit(async () => {
    const aliases = list.map(({ text, caseSensitive, requiresContext, exclude, without }) => ({
      text: text.trim(),
      caseSensitive,
      requiresContext,
      exclude: splitWords(exclude),
      without: [...without],
    }));
    await save({ aliases }, 'The aliases have been saved.');
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
        <SaveButton busy={submit.busy}>Save aliases</SaveButton>
        <Button
          kind="quiet"
          onClick={() =>
            setList([
              ...list,
              toRow(
                {
                  text: '',
                  caseSensitive: false,
                  requiresContext: false,
                  exclude: [],
                  without: null,
                },
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
