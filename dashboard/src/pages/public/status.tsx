import { useQuery } from '@apollo/client/react';
import clsx from 'clsx';
import { graphql } from '../../api/graphql.js';
import type { PublicStatusQuery } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { asCount, asDuration } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill } from '../../ui/pill.js';
import { Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';

const PUBLIC_STATUS = graphql(`
  query PublicStatus {
    health {
      version
      region
    }
    status {
      status
      sandbox
      db {
        ok
        latencyMs
      }
      llms {
        up
        total
        platforms {
          platform
          name
          ok
          latencyMs
        }
      }
    }
  }
`);

type Status = PublicStatusQuery['status'];

const POLL_MS = 60_000;

/** By status. A newer server may send a status that is missing here: the page then shows it unchanged. */
const WORDS: Record<string, { title: string; look: string }> = {
  OK: { title: 'All systems are operational', look: 'bg-good-soft text-good' },
  DEGRADED: { title: 'Some systems are not working', look: 'bg-warn-soft text-warn' },
  DOWN: { title: 'The service is down', look: 'bg-bad-soft text-bad' },
};

function Verdict({ status }: { status: Status }) {
  const { title, look } = WORDS[status.status] ?? {
    title: status.status,
    look: 'bg-sunken text-ink',
  };
  const { up, total } = status.llms;
  return (
    <div role="status" className={clsx('rounded-[10px] px-5 py-4', look)}>
      <p className="text-lg font-semibold">{title}</p>
      <p className="text-sm">
        {total === 0
          ? 'No platforms are configured.'
          : `${asCount(up)} of ${asCount(total)} platforms are up.`}
        {!status.db.ok && ' The database is down.'}
      </p>
    </div>
  );
}

const Row = ({
  name,
  about,
  ok,
  latencyMs,
}: {
  name: string;
  about: string;
  ok: boolean;
  latencyMs: number;
}) => (
  <tr>
    <th scope="row" className="font-medium">
      {name}
    </th>
    <td className="text-ink-soft">{about}</td>
    <td>{ok ? <Pill tone="good">up</Pill> : <Pill tone="bad">down</Pill>}</td>
    <td className="num">{asDuration(latencyMs)}</td>
  </tr>
);

const HEAD = (
  <tr>
    <th scope="col">Component</th>
    <th scope="col">Type</th>
    <th scope="col">Status</th>
    <th scope="col" className="num">
      Latency
    </th>
  </tr>
);

export function StatusPage() {
  const query = useQuery(PUBLIC_STATUS, { pollInterval: POLL_MS });
  return (
    <>
      <PageHeader
        title="Status"
        about="Checked at most once a minute, without sending prompts to the engines."
        marks={query.data?.status.sandbox && <SandboxPill />}
        actions={<Button onClick={() => void query.refetch()}>Refresh</Button>}
      />
      <Loaded query={query} skeleton={<Skeleton className="h-80" />}>
        {({ status, health }) => (
          <div className="grid gap-4">
            <Verdict status={status} />
            <div className="card overflow-hidden">
              <Table caption="Components of the service" head={HEAD}>
                <Row name="Database" about="PostgreSQL" {...status.db} />
                {status.llms.platforms.map(({ platform, name, ok, latencyMs }) => (
                  <Row
                    key={platform}
                    name={name}
                    about={status.sandbox ? 'sandbox engine' : 'answer engine'}
                    ok={ok}
                    latencyMs={latencyMs}
                  />
                ))}
              </Table>
            </div>
            <p className="text-xs text-ink-faint">
              Version {health.version}
              {health.region && ` · ${health.region}`}
            </p>
          </div>
        )}
      </Loaded>
    </>
  );
}
