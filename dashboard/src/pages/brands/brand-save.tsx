import { useMutation } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import { useMayWrite } from '../../app/hooks.js';
import type { BrandToEditFragment, UpdateBrandInput } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/dialog/toast.js';

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
      without
    }
    competitors {
      id
      name
      domains
      aliases {
        text
        caseSensitive
        requiresContext
        exclude
        without
      }
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

export type Brand = BrandToEditFragment;

/** Splits a text at commas and line breaks, and drops empty parts. */
export const splitWords = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((word) => word.trim())
    .filter(Boolean);

export function useSave(brandId: string) {
  const [save] = useMutation(SAVE_BRAND, { refetchQueries: ['BrandNames'] });
  const { tell } = useToast();
  return async (change: Omit<UpdateBrandInput, 'id'>, words: string) => {
    await save({ variables: { input: { id: brandId, ...change } } });
    tell(words);
  };
}

export const SaveButton = ({ busy, children }: { busy: boolean; children: string }) => (
  <div>
    <Button type="submit" busy={busy} disabled={!useMayWrite()}>
      {children}
    </Button>
  </div>
);

let rows = 0;
/** Unique React key of a row in a form. */
export const nextKey = (): number => {
  rows += 1;
  return rows;
};
