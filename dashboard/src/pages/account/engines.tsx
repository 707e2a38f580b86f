import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import type { EnginesQuery, PlatformStatus } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asDay, asDuration, asWholeRate, NONE } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { Pill, SandboxPill } from '../../ui/pill.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { Until } from '../../ui/until.js';

const ENGINES = graphql(`
  query Engines {
    platforms {
      platform
      name
      status
      sandbox
      model
      priced
    }
    status {
      llms {
        platforms {
          platform
          ok
          latencyMs
        }
      }
    }
    engineBudget {
      usedShare
      refusedUntil
      pricesAsOf
      arePricesOld
    }
  }
`);

type Budget = NonNullable<EnginesQuery['engineBudget']>;
type Platform = EnginesQuery['platforms'][number];
type Ping = EnginesQuery['status']['llms']['platforms'][number];

const ORDER: readonly PlatformStatus[] = ['CONFIGURED', 'UNCONFIGURED', 'PLANNED'];
const WORDS: Record<PlatformStatus, string> = {
  CONFIGURED: 'configured',
  UNCONFIGURED: 'needs a key',
  PLANNED: 'needs a base URL',
};

const HEAD = (
  <tr>
    <th scope="col">Platform</th>
    <th scope="col">Model</th>
    <th scope="col">Setup</th>
    <th scope="col">Status</th>
    <th scope="col" className="num">
      Latency
    </th>
  </tr>
);

const Row = ({ platform, ping }: { platform: Platform; ping: Ping | undefined }) => (
  <tr>
    <th scope="row">
      <span className="flex flex-wrap items-center gap-2">
        {platform.name}
        {platform.sandbox && <SandboxPill />}
      </span>
    </th>
    <td className="text-ink-soft">
      {platform.model ? (
        <>
          <code className="font-mono text-xs whitespace-nowrap">{platform.model}</code>
          {platform.priced === false && (
            <span className="block text-xs text-ink-faint">price unknown</span>
          )}
        </>
      ) : (
        NONE
      )}
    </td>
    <td>
      <Pill tone={platform.status === 'CONFIGURED' ? 'accent' : 'plain'}>
        {WORDS[platform.status]}
      </Pill>
    </td>
    <td>
      {ping === undefined ? (
        <span className="text-ink-faint">{NONE}</span>
      ) : ping.ok ? (
        <Pill tone="good">up</Pill>
      ) : (
        <Pill tone="bad">down</Pill>
      )}
    </td>
    <td className="num">{ping === undefined ? NONE : asDuration(ping.latencyMs)}</td>
  </tr>
);

/** Used share of the daily budget from which a warning is shown. */
const SCARCE = 0.8;

const BudgetLine = ({ usedShare, refusedUntil }: Budget) =>
  refusedUntil === null && usedShare < SCARCE ? (
    <p className="px-4 py-2.5 text-sm text-ink-soft">
      {asWholeRate(usedShare)} of this server’s live engine budget for today is used.
    </p>
  ) : (
    <div className="px-4 py-2.5">
      <Notice tone="warn">
        {refusedUntil === null ? (
          <p>{asWholeRate(usedShare)} of this server’s live engine budget for today is used.</p>
        ) : (
          <p>
            This server’s live engine budget for today is used up. Live engines are available again{' '}
            <Until time={refusedUntil} />.
          </p>
        )}
      </Notice>
    </div>
  );

const PricesLine = ({ pricesAsOf, arePricesOld }: Budget) =>
  arePricesOld ? (
    <div className="px-4 pb-2.5">
      <Notice tone="warn">
        <p>
          Costs are based on list prices of {asDay(pricesAsOf)}, more than 90 days ago. They may be
          inaccurate until this server is updated.
        </p>
      </Notice>
    </div>
  ) : (
    <p className="px-4 pb-2.5 text-xs text-ink-faint">
      Costs are based on list prices of {asDay(pricesAsOf)}.
    </p>
  );

export function Engines() {
  const query = useQuery(ENGINES);
  const [busy, setBusy] = useState(false);
  const { tell, tellFault } = useToast();
  const test = () => {
    setBusy(true);
    query
      .refetch()
      .then(({ data }) => {
        const pings = data?.status.llms.platforms ?? [];
        const up = pings.filter(({ ok }) => ok).length;
        tell(`${up} of ${pings.length} engines responded.`);
      }, tellFault)
      .finally(() => setBusy(false));
  };
  return (
    <section className="card overflow-hidden" aria-labelledby="engines">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-2.5">
        <div>
          <h2 id="engines" className="font-semibold">
            Answer engines
          </h2>
          <p className="text-xs text-ink-faint">
            Configured by the server operator. A test requests each engine’s list of models, at most
            once a minute and at no cost.
          </p>
        </div>
        <Button busy={busy} onClick={test}>
          Test engines
        </Button>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="m-4 h-64" />}>
        {({ platforms, status, engineBudget }) => {
          const pings = new Map(status.llms.platforms.map((ping) => [ping.platform, ping]));
          return (
            <>
              {engineBudget && <BudgetLine {...engineBudget} />}
              {engineBudget && <PricesLine {...engineBudget} />}
              <Table caption="Answer engines" head={HEAD}>
                {platforms
                  .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
                  .map((platform) => (
                    <Row
                      key={platform.platform}
                      platform={platform}
                      ping={pings.get(platform.platform)}
                    />
                  ))}
              </Table>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
