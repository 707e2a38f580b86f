import type { ReactNode } from 'react';
import { ErrorState, Loading, Notice, Skeleton } from './states.js';

interface Asked<Data> {
  data?: Data | undefined;
  error?: unknown;
  refetch: () => unknown;
}

/**
 * What a page's one query has led to: its skeleton, its error, or its data. Data that could not be
 * renewed stay, and say so.
 */
export function Loaded<Data>({
  query,
  skeleton = <Skeleton className="h-64" />,
  children,
}: {
  query: Asked<Data>;
  skeleton?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = query;
  if (data === undefined)
    return error ? (
      <div className="card">
        <ErrorState error={error} retry={refetch} />
      </div>
    ) : (
      <Loading>{skeleton}</Loading>
    );
  return (
    <>
      {error !== undefined && (
        <div className="mb-4">
          <Notice tone="warn" error={error}>
            <p>What is shown below may be out of date.</p>
          </Notice>
        </div>
      )}
      {children(data)}
    </>
  );
}
