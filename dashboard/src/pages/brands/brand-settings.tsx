import { useMutation, useQuery } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useBrandId, useMayWrite } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import { Confirm } from '../../ui/dialog/confirm.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Section } from '../../ui/section.js';
import { ErrorState, Notice, Skeleton } from '../../ui/states.js';
import { AliasesForm } from './brand-aliases.js';
import { MOST_RIVALS, RivalsForm } from './brand-rivals.js';
import { type Brand, SaveButton, splitWords, useSave } from './brand-save.js';

const BRAND_SETTINGS = graphql(`
  query BrandSettings($brandId: ID!) {
    brand(id: $brandId) {
      ...BrandToEdit
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
      'The brand has been saved.',
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
        hint="The kind of product people ask about, such as “CRM software”."
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
          Confirm suspected incidents with an extra run
          <span className="block text-xs text-ink-faint">
            Each check starts immediately and costs the answers of one run.
          </span>
        </span>
      </label>
      <SaveButton busy={submit.busy}>Save brand</SaveButton>
    </Form>
  );
}

function DomainsForm({ brand }: { brand: Brand }) {
  const save = useSave(brand.id);
  const submit = useSubmit(async (form) => {
    await save(
      { ownedDomains: splitWords(textIn(form, 'domains')) },
      'The domains have been saved.',
    );
  });
  return (
    <Form submit={submit}>
      <div className="grid gap-1">
        <label htmlFor="domains" className="text-sm font-medium">
          Domains, one per line
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
      <SaveButton busy={submit.busy}>Save domains</SaveButton>
    </Form>
  );
}

function DeleteBrand({ brand }: { brand: Brand }) {
  const [asked, setAsked] = useState<Brand | null>(null);
  const [remove] = useMutation(DELETE_BRAND, { refetchQueries: ['BrandNames'] });
  const navigate = useNavigate();
  const { tell } = useToast();
  return (
    <Section title="Delete brand" about="Deletes the brand and everything measured for it.">
      <Button kind="danger" onClick={() => setAsked(brand)}>
        Delete brand
      </Button>
      <Confirm
        asked={asked}
        onClose={() => setAsked(null)}
        title={({ name }) => `Delete ${name}?`}
        action={() => 'Delete'}
        perform={async ({ id, name }) => {
          await remove({ variables: { id } });
          await navigate({ to: '/dashboard' });
          tell(`${name} has been deleted.`);
        }}
      >
        {() =>
          'This deletes its runs, answers, citations and incidents. Its prompts are kept. This cannot be undone.'
        }
      </Confirm>
    </Section>
  );
}

const Sections = ({ brand }: { brand: Brand }) => {
  const mayWrite = useMayWrite();
  return (
    <div className="grid gap-4">
      {!mayWrite && <Notice tone="plain">Your role is read-only. You cannot save changes.</Notice>}
      <Section
        title="Brand"
        about="The name to look for in answers, and the category to ask about."
      >
        <BasicsForm brand={brand} />
      </Section>
      <Section
        title="Aliases"
        about="Names that identify the brand in answers. Changes apply to future runs, not to past results."
      >
        {/* The brand name is an alias: a new name resets the form. */}
        <AliasesForm brand={brand} key={brand.name} />
      </Section>
      <Section
        title="Owned domains"
        about="Answers that cite one of these domains, or a subdomain, count as citing the brand."
      >
        <DomainsForm brand={brand} />
      </Section>
      <Section
        title="Rivals"
        about={`Share of voice and rank compare the brand with them. At most ${MOST_RIVALS}.`}
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
