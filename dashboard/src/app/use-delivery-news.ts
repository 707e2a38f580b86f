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

/** Minimum time between refetches, however many deliveries arrive. */
const TOGETHER_MS = 400;
const POLL_MS = 5_000;

/** Refetches the named queries after each delivery attempt, and every 5 seconds while the socket is down. */
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
        // The page that owns the query shows the error.
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
  // Runs again on reconnection, to fetch attempts missed while the socket was down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: names stands for queries
  useEffect(() => {
    refresh();
    if (connection === 'live') return;
    const polling = setInterval(() => patience.isOver() && refresh(), POLL_MS);
    return () => clearInterval(polling);
  }, [connection, names, client]);
}
