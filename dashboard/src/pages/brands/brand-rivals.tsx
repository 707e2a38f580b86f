import { useState } from 'react';
import type { AliasInput } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { Form, useSubmit } from '../../ui/form.js';
import { Icon } from '../../ui/icon.js';
import { type Brand, nextKey, SaveButton, splitWords, useSave } from './brand-save.js';

type Alias = Brand['aliases'][number];

export const MOST_RIVALS = 20;

const toInput = ({
  text,
  caseSensitive,
  requiresContext,
  exclude,
  without,
}: Alias): AliasInput => ({
  text,
  caseSensitive,
  requiresContext,
  exclude: [...exclude],
  without: [...(without ?? [])],
});

interface Rival {
  key: number;
  name: string;
  /** Separated by commas. */
  aliases: string;
  domains: string;
}

const toRivals = ({ competitors }: Brand): Rival[] =>
  competitors.map(({ name, aliases, domains }) => ({
    key: nextKey(),
    name,
    aliases: aliases
      .map(({ text }) => text)
      .filter((text) => text !== name)
      .join(', '),
    domains: domains.join(', '),
  }));

/** Keeps the matching rules of each alias whose text is unchanged: the form edits texts only. */
function toCompetitor(rival: Rival, brand: Brand) {
  const known = new Map(
    brand.competitors.flatMap(({ aliases }) => aliases.map((alias) => [alias.text, alias])),
  );
  const name = rival.name.trim();
  return {
    name,
    aliases: [name, ...splitWords(rival.aliases)].flatMap((text) => {
      const alias = known.get(text);
      if (alias !== undefined) return [toInput(alias)];
      return text === name ? [] : [{ text }];
    }),
    domains: splitWords(rival.domains),
  };
}

/** The rivals, each with one field for its aliases and one for its domains. */
export function RivalsForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const [list, setList] = useState(() => toRivals(brand));
  const submit = useSubmit(async () => {
    const competitors = list.map((rival) => toCompetitor(rival, brand));
    await save({ competitors }, 'The rivals have been saved.');
  });
  const set = (key: number, change: Partial<Rival>) =>
    setList(list.map((rival) => (rival.key === key ? { ...rival, ...change } : rival)));
  return (
    <Form submit={submit}>
      {list.length === 0 && (
        <p className="text-sm text-ink-soft">
          No rivals yet. Without them there is no share of voice, and rank covers only answers with
          a list.
        </p>
      )}
      <ul className="grid gap-2">
        {list.map((rival) => (
          <li key={rival.key} className="flex flex-wrap items-center gap-2">
            <input
              className="input min-w-40 flex-1"
              aria-label="Rival name"
              placeholder="Globex"
              value={rival.name}
              maxLength={200}
              required
              onChange={(event) => set(rival.key, { name: event.target.value })}
            />
            <input
              className="input min-w-40 flex-1"
              aria-label={`Aliases of ${rival.name || 'the new competitor'}`}
              placeholder="Other names, separated by commas"
              value={rival.aliases}
              onChange={(event) => set(rival.key, { aliases: event.target.value })}
            />
            <input
              className="input min-w-40 flex-1"
              aria-label={`Domains of ${rival.name || 'the new competitor'}`}
              placeholder="Domains that differ from the name"
              value={rival.domains}
              onChange={(event) => set(rival.key, { domains: event.target.value })}
            />
            <Button
              small
              kind="quiet"
              aria-label={`Remove ${rival.name || 'the new competitor'}`}
              onClick={() => setList(list.filter(({ key }) => key !== rival.key))}
            >
              <Icon name="close" size={14} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <SaveButton busy={submit.busy}>Save rivals</SaveButton>
        {list.length < MOST_RIVALS && (
          <Button
            kind="quiet"
            onClick={() =>
              setList([...list, { key: nextKey(), name: '', aliases: '', domains: '' }])
            }
          >
            <Icon name="plus" />
            Add a rival
          </Button>
        )}
      </div>
    </Form>
  );
}
