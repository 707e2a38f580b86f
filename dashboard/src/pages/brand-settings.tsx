import { useMutation, useQuery } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../api/graphql.js';
import { useBrandId, useMayWrite } from '../app/hooks.js';
import type { AliasInput, BrandSettingsQuery, UpdateBrandInput } from '../generated/graphql.js';
import { Button } from '../ui/button.js';
import { Confirm } from '../ui/confirm.js';
import { Field } from '../ui/field.js';
import { Form, textIn, useSubmit } from '../ui/form.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Section } from '../ui/section.js';
import { ErrorState, Notice, Skeleton } from '../ui/states.js';
import { useToast } from '../ui/toast.js';

graphql(`
  fragment BrandToEdit on Brand {
    id
    name
    category
    website
    ownedDomains
    confirmIncidents
    aliases {
      text
      caseSensitive
      requiresContext
      exclude
    }
    competitors {
      id
      name
      aliases {
        text
        caseSensitive
        requiresContext
        exclude
      }
    }
  }
`);

const BRAND_SETTINGS = graphql(`
  query BrandSettings($brandId: ID!) {
    brand(id: $brandId) {
      ...BrandToEdit
    }
  }
`);

const SAVE_BRAND = graphql(`
  mutation SaveBrand($input: UpdateBrandInput!) {
    updateBrand(input: $input) {
      brand {
        ...BrandToEdit
      }
    }
  }
`);

const DELETE_BRAND = graphql(`
  mutation DeleteBrand($id: ID!) {
    deleteBrand(input: { id: $id }) {
      id
    }
  }
`);

type Brand = NonNullable<BrandSettingsQuery['brand']>;
type Alias = Brand['aliases'][number];

const MOST_RIVALS = 10;

const splitWords = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

const toInput = ({ text, caseSensitive, requiresContext, exclude }: Alias): AliasInput => ({
  text,
  caseSensitive,
  requiresContext,
  exclude: [...exclude],
});

/** How an alias is typed: with what is excluded as one text, and a key of its own. */
interface Row extends Omit<Alias, 'exclude'> {
  key: number;
  exclude: string;
  /** The brand's own name, which goes with the name. */
  isName: boolean;
}

let rows = 0;
const nextKey = (): number => {
  rows += 1;
  return rows;
};

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

interface Rival {
  key: number;
  name: string;
  /** With commas between them. */
  aliases: string;
}

function useSave(brandId: string) {
  const [save] = useMutation(SAVE_BRAND, { refetchQueries: ['BrandNames'] });
  const { tell } = useToast();
  return async (change: Omit<UpdateBrandInput, 'id'>, words: string) => {
    await save({ variables: { input: { id: brandId, ...change } } });
    tell(words);
  };
}

const SaveButton = ({ busy, children }: { busy: boolean; children: string }) => (
  <div>
    <Button type="submit" busy={busy} disabled={!useMayWrite()}>
      {children}
    </Button>
  </div>
);

function BasicsForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const submit = useSubmit(async (form) => {
    await save(
      {
        name: textIn(form, 'name'),
        category: textIn(form, 'category'),
        website: textIn(form, 'website') || null,
        confirmIncidents: form.has('confirm'),
      },
      'The brand is saved.',
    );
  });
  return (
    <Form submit={submit}>
      <Field label="Name" name="name" maxLength={200} required defaultValue={brand.name} />
      <Field
        label="Category"
        name="category"
        maxLength={200}
        required
        defaultValue={brand.category}
        hint="What people would ask for, such as “CRM software”."
      />
      <Field
        label="Website"
        name="website"
        type="url"
        maxLength={2048}
        placeholder="https://"
        defaultValue={brand.website ?? ''}
      />
      <label className="flex items-baseline gap-2.5 text-sm">
        <input
          type="checkbox"
          name="confirm"
          className="accent-accent"
          defaultChecked={brand.confirmIncidents}
        />
        <span>
          Confirm incidents by a run of their own
          <span className="block text-xs text-ink-faint">
            A suspicion is checked at once, which costs the answers of one run.
          </span>
        </span>
      </label>
      <SaveButton busy={submit.busy}>Save the brand</SaveButton>
    </Form>
  );
}

function AliasesForm({ brand }: { brand: Brand }) {
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

function DomainsForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const submit = useSubmit(async (form) => {
    await save({ ownedDomains: splitWords(textIn(form, 'domains')) }, 'The domains are saved.');
  });
  return (
    <Form submit={submit}>
      <div className="grid gap-1">
        <label htmlFor="domains" className="text-sm font-medium">
          Domains, one a line
        </label>
        <textarea
          id="domains"
          name="domains"
          rows={Math.max(3, brand.ownedDomains.length + 1)}
          spellCheck={false}
          className="input font-mono text-sm"
          defaultValue={brand.ownedDomains.join('\n')}
        />
      </div>
      <SaveButton busy={submit.busy}>Save the domains</SaveButton>
    </Form>
  );
}

const toRivals = ({ competitors }: Brand): Rival[] =>
  competitors.map(({ name, aliases }) => ({
    key: nextKey(),
    name,
    aliases: aliases
      .map(({ text }) => text)
      .filter((text) => text !== name)
      .join(', '),
  }));

/** What was set of an alias stays with it, as long as it is written the same. */
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
  };
}

function RivalsForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const [list, setList] = useState(() => toRivals(brand));
  const submit = useSubmit(async () => {
    const competitors = list.map((rival) => toCompetitor(rival, brand));
    await save({ competitors }, 'The competitors are saved.');
  });
  const set = (key: number, change: Partial<Rival>) =>
    setList(list.map((rival) => (rival.key === key ? { ...rival, ...change } : rival)));
  return (
    <Form submit={submit}>
      {list.length === 0 && (
        <p className="text-sm text-ink-soft">
          None yet. Without rivals there is no share of voice and no rank.
        </p>
      )}
      <ul className="grid gap-2">
        {list.map((rival) => (
          <li key={rival.key} className="flex flex-wrap items-center gap-2">
            <input
              className="input min-w-40 flex-1"
              aria-label="Name of the competitor"
              placeholder="Globex"
              value={rival.name}
              maxLength={200}
              required
              onChange={(event) => set(rival.key, { name: event.target.value })}
            />
            <input
              className="input min-w-40 flex-1"
              aria-label={`Aliases of ${rival.name || 'the new competitor'}`}
              placeholder="Further names, with commas"
              value={rival.aliases}
              onChange={(event) => set(rival.key, { aliases: event.target.value })}
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
        <SaveButton busy={submit.busy}>Save the competitors</SaveButton>
        {list.length < MOST_RIVALS && (
          <Button
            kind="quiet"
            onClick={() => setList([...list, { key: nextKey(), name: '', aliases: '' }])}
          >
            <Icon name="plus" />
            Add a competitor
          </Button>
        )}
      </div>
    </Form>
  );
}

function DeleteBrand({ brand }: { brand: Brand }) {
  const [asked, setAsked] = useState<Brand | null>(null);
  const [remove] = useMutation(DELETE_BRAND, { refetchQueries: ['BrandNames'] });
  const navigate = useNavigate();
  const { tell } = useToast();
  return (
    <Section title="Delete" about="All that was measured of it goes with it.">
      <Button kind="danger" onClick={() => setAsked(brand)}>
        Delete the brand
      </Button>
      <Confirm
        asked={asked}
        onClose={() => setAsked(null)}
        title={({ name }) => `Delete ${name}?`}
        action={() => 'Delete it'}
        perform={async ({ id, name }) => {
          await remove({ variables: { id } });
          await navigate({ to: '/dashboard' });
          tell(`${name} is deleted.`);
        }}
      >
        {() =>
          'Its prompts stay; its runs, answers, citations and incidents are deleted. This cannot be taken back.'
        }
      </Confirm>
    </Section>
  );
}

const Sections = ({ brand }: { brand: Brand }) => {
  const mayWrite = useMayWrite();
  return (
    <div className="grid gap-4">
      {!mayWrite && <Notice tone="plain">Your role reads only: nothing can be saved here.</Notice>}
      <Section title="Brand" about="What is looked for in answers, and what it is asked about.">
        <BasicsForm brand={brand} />
      </Section>
      <Section
        title="Aliases"
        about="Names it is recognised by. Later runs are counted by them; what was counted stays."
      >
        {/* Another name is another own alias. */}
        <AliasesForm brand={brand} key={brand.name} />
      </Section>
      <Section
        title="Owned domains"
        about="Answers that cite one of them, or a part of it, cite the brand."
      >
        <DomainsForm brand={brand} />
      </Section>
      <Section
        title="Competitors"
        about={`Share of voice and rank are counted against them: at most ${MOST_RIVALS}.`}
      >
        <RivalsForm brand={brand} />
      </Section>
      {mayWrite && <DeleteBrand brand={brand} />}
    </div>
  );
};

export function BrandSettings() {
  const brandId = useBrandId();
  const query = useQuery(BRAND_SETTINGS, { variables: { brandId } });
  return (
    <>
      <PageHeader title="Brand settings" about={query.data?.brand?.name} />
      <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
        {({ brand }) =>
          brand ? (
            <Sections brand={brand} key={brand.id} />
          ) : (
            <ErrorState
              error={{ code: 'NOT_FOUND', message: 'This brand does not exist.', requestId: null }}
            />
          )
        }
      </Loaded>
    </>
  );
}
