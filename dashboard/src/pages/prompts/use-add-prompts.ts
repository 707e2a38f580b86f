import { useApolloClient } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import type { CreatePromptInput } from '../../generated/graphql.js';

const ADD_PROMPT = graphql(`
  mutation AddPrompt($input: CreatePromptInput!) {
    createPrompt(input: $input) {
      prompt {
        id
      }
    }
  }
`);

/** Adds prompts in their order and tells how many are; the first one that is refused ends it. */
export function useAddPrompts() {
  const client = useApolloClient();
  return async (
    prompts: readonly CreatePromptInput[],
    onProgress: (added: number) => void,
  ): Promise<void> => {
    let added = 0;
    try {
      for (const input of prompts) {
        await client.mutate({ mutation: ADD_PROMPT, variables: { input } });
        added += 1;
        onProgress(added);
      }
    } finally {
      await client.refetchQueries({ include: ['Prompts'] });
    }
  };
}
