import { useMutation } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useSession } from '../../app/hooks.js';
import { Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { useToast } from '../../ui/dialog/toast.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { asCounted } from '../../ui/format.js';
import { NameVariants } from './name-variants.js';

const CREATE_BRAND = graphql(`
  mutation CreateBrand($input: CreateBrandInput!) {
    createBrand(input: $input) {
      brand {
        id
        name
        category
        website
      }
    }
  }
`);

function AddBrandForm({ onClose }: { onClose: () => void }) {
  const { account, limits } = useSession();
  const [create] = useMutation(CREATE_BRAND, { refetchQueries: ['Brands', 'BrandNames'] });
  const navigate = useNavigate();
  const { tell } = useToast();
  const [name, setName] = useState('');
  const [without, setWithout] = useState<string[]>([]);
  const submit = useSubmit(async (form) => {
    const website = textIn(form, 'website');
    const { data } = await create({
      variables: {
        input: {
          name: textIn(form, 'name'),
          category: textIn(form, 'category'),
          ...(without.length > 0 && { aliases: [{ text: textIn(form, 'name'), without }] }),
          ...(website !== '' && { website }),
        },
      },
    });
    if (!data) return;
    const { brand } = data.createBrand;
    onClose();
    tell(`${brand.name} has been added.`);
    await navigate({ to: '/dashboard/brands/$brandId', params: { brandId: brand.id } });
  });
  return (
    <Form submit={submit}>
      {submit.fault?.code === 'UPGRADE_NEEDED' && (
        <p className="text-sm text-ink-soft">
          The {account.tier.toLowerCase()} tier includes {asCounted(limits.brands, 'brand')}.
          Upgrade to a higher tier to add more.
        </p>
      )}
      <Field
        label="Name"
        name="name"
        maxLength={200}
        required
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <NameVariants name={name} without={without} onChange={setWithout} />
      <Field
        label="Category"
        name="category"
        maxLength={200}
        required
        hint="The kind of product people ask about, such as “CRM software”. The first prompts are based on it."
      />
      <Field
        label="Website"
        name="website"
        type="url"
        maxLength={2048}
        placeholder="https://"
        hint="Optional. Citations of this site count as citations of your brand."
      />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy}>
          Add brand
        </Button>
      </div>
    </Form>
  );
}

export const AddBrand = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Dialog open={open} onClose={onClose} title="Add a brand">
    <AddBrandForm onClose={onClose} />
  </Dialog>
);
