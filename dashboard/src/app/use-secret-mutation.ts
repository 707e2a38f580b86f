import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/**
 * Runs a mutation that returns a secret. The secret is returned once and kept neither in the cache nor in
 * component state, as Apollo's own hook would do.
 */
export function useSecretMutation<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  refetchQueries: readonly string[],
) {
  const client = useApolloClient();
  return useCallback(
    async (variables: Variables): Promise<Data | undefined> => {
      const { data } = await client.mutate<Data, OperationVariables>({
        mutation: mutation as TypedDocumentNode<Data, OperationVariables>,
        variables,
        fetchPolicy: 'no-cache',
        refetchQueries: [...refetchQueries],
      });
      return data as Data | undefined;
    },
    [client, mutation, refetchQueries],
  );
}
