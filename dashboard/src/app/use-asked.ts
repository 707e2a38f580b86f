import { useCallback, useEffect, useState } from 'react';

/** What something other than GraphQL answers, in the shape that `Loaded` shows. `ask` stays the same. */
export function useAsked<Data>(ask: () => Promise<Data>) {
  const [state, setState] = useState<{ data?: Data; error?: unknown }>({});
  const refetch = useCallback(
    () =>
      ask().then(
        (data) => setState({ data }),
        (error: unknown) => setState((before) => ({ ...before, error })),
      ),
    [ask],
  );
  useEffect(() => void refetch(), [refetch]);
  return { ...state, refetch };
}
