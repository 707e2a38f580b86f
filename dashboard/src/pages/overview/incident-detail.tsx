import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.js';
import type { IncidentDetailQuery } from '../../generated/graphql.js';
import { asCounted, asMoment } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { Pill } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { EmptyState } from '../../ui/states.js';

const INCIDENT = graphql(`
  query IncidentDetail($id: ID!) {
    incident(id: $id) {
      id
      brandId
      severity
      status
      evidenceCount
      notes {
        createdAt
        status
        note
      }
      evidence(first: 50) {
        runId
        runAt
        platform
        promptId
        repeat
      }
    }
  }
`);

type Incident = NonNullable<IncidentDetailQuery['incident']>;

function Evidence({ incident }: { incident: Incident }) {
  const byRun = Map.groupBy(incident.evidence, ({ runId }) => runId);
  return (
    <ul className="mt-2 divide-y divide-line text-sm">
      {[...byRun].map(([runId, answers]) => (
        <li key={runId} className="flex flex-wrap items-baseline justify-between gap-x-3 py-2">
          <Link
            to="/dashboard/brands/$brandId/runs/$runId"
            params={{ brandId: incident.brandId, runId }}
            className="link"
          >
            Run of {asMoment(answers[0]?.runAt ?? '')}
          </Link>
          <span className="text-xs text-ink-faint">
            {[...new Set(answers.map(({ platform }) => platformName(platform)))].join(', ')} ·{' '}
            {asCounted(answers.length, 'answer')}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Status history of an incident, and the runs whose answers are evidence for it. */
export function IncidentDetail({ id }: { id: string }) {
  const query = useQuery(INCIDENT, { variables: { id } });
  return (
    <Loaded query={query}>
      {({ incident }) =>
        incident === null ? (
          <EmptyState title="This incident no longer exists" />
        ) : (
          <div className="grid gap-5">
            <p className="flex flex-wrap gap-1.5">
              <Pill tone={/CRITICAL|HIGH/.test(incident.severity) ? 'bad' : 'warn'}>
                {incident.severity.toLowerCase()}
              </Pill>
              <Pill>{incident.status.toLowerCase()}</Pill>
            </p>
            <section aria-labelledby="steps">
              <h3 id="steps" className="font-semibold">
                History
              </h3>
              <ol className="mt-2 grid gap-2 text-sm">
                {incident.notes.map(({ createdAt, status, note }) => (
                  <li key={createdAt} className="border-l-2 border-line-strong pl-3">
                    <span className="font-medium">{status.toLowerCase()}</span>
                    <span className="ml-2 text-xs text-ink-faint">{asMoment(createdAt)}</span>
                    {note && <p className="text-ink-soft">{note}</p>}
                  </li>
                ))}
              </ol>
            </section>
            <section aria-labelledby="speaking">
              <h3 id="speaking" className="font-semibold">
                Evidence{' '}
                <span className="font-normal text-ink-faint">
                  {asCounted(incident.evidenceCount, 'answer')}
                </span>
              </h3>
              {incident.evidence.length === 0 ? (
                <p className="mt-1 text-sm text-ink-soft">
                  The answers have been deleted: they are past this server’s retention period.
                </p>
              ) : (
                <Evidence incident={incident} />
              )}
            </section>
          </div>
        )
      }
    </Loaded>
  );
}
