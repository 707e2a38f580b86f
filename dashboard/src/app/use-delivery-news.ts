import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../api/connection.js';
import { graphql } from '../api/graphql.js';
import { createPatience } from '../api/patience.js';

const DELIVERED = graphql(`
  subscription FollowDeliveries($endpointId: ID) {
    webhookDelivered(endpointId: $endpointId) {
      id
    }
  }
`);

/** However many arrive, what is shown is read again at most this often. */
const TOGETHER_MS = 400;
const POLL_MS = 5_000;

/** Reads the named queries again after each attempt; every few seconds while no news come. */
export function useDeliveryNews(endpointId: string | null, queries: readonly string[]): void {
  const client = useApolloClient();
  const connection = useConnection();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [patience] = useState(createPatience);
  const names = queries.join();
  const refresh = () =>
    void client.refetchQueries({
      include: names.split(','),
      onQueryUpdated: (query) => {
        // What went wrong is shown by the page that asked.
        query.refetch().catch(patience.note);
        return false;
      },
    });
  useSubscription(DELIVERED, {
    variables: { endpointId },
    fetchPolicy: 'no-cache',
    ignoreResults: true,
    onData: () => {
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        refresh();
      }, TOGETHER_MS);
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  // What was missed while the socket was down is read when it stands again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same names, the same work
  useEffect(() => {
    refresh();
    if (connection === 'live') return;
    const polling = setInterval(() => patience.isOver() && refresh(), POLL_MS);
    return () => clearInterval(polling);
  }, [connection, names, client]);
}
