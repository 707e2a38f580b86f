import { useApolloClient } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../../api/connection.js';
import { type Following, followRun, hasEnded, type Progress } from '../../api/run-progress.js';

const NOTHING: Progress = { run: null, steps: new Map(), latest: [] };

/** Follows a run live; increment `attempt` after a retry. Polls while the socket is down. */
export function useRunProgress(runId: string, attempt: number) {
  const client = useApolloClient();
  const connection = useConnection();
  const [progress, setProgress] = useState(NOTHING);
  const [error, setError] = useState<unknown>();
  const following = useRef<Following | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt needs a new subscription
  useEffect(() => {
    setProgress(NOTHING);
    setError(undefined);
    const now = followRun(client, runId, setProgress, setError);
    following.current = now;
    return () => now.stop();
  }, [client, runId, attempt]);
  const isOver = progress.run !== null && hasEnded(progress.run.status);
  const isCutOff = !isOver && connection !== 'live';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt needs a new subscription
  useEffect(() => following.current?.setPolling(isCutOff), [isCutOff, attempt, runId, client]);
  return { progress, error, isOver };
}
