import type { ReactNode } from 'react';
import { ErrorState, Loading, Notice, Skeleton } from './states.js';

interface Asked<Data> {
  data?: Data | undefined;
  error?: unknown;
  refetch: () => unknown;
}

/**
 * Renders a query as its skeleton, its error or its data. If a refetch fails, the previous data stays
 * with a notice.
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
            <p>The data below may be out of date.</p>
          </Notice>
        </div>
      )}
      {children(data)}
    </>
  );
}
