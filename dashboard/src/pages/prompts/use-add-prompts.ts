import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import type { PromptInput } from '../../generated/graphql.js';

const ADD_PROMPTS = graphql(`
  mutation AddPrompts($input: AddPromptsInput!) {
    addPrompts(input: $input) {
      added
    }
  }
`);

export const MOST_AT_ONCE = 200;

/** Adds prompts to a pack: all or, on error, none. Prompts already in the pack are skipped. */
export function useAddPrompts() {
  const client = useApolloClient();
  return async (packId: string, prompts: PromptInput[]): Promise<void> => {
    await client.mutate({
      mutation: ADD_PROMPTS,
      variables: { input: { packId, prompts } },
      refetchQueries: ['Prompts'],
      awaitRefetchQueries: true,
    });
  };
}
