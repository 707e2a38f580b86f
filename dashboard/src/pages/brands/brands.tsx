import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { useMayWrite } from '../../app/hooks.js';
import type { BrandsQuery } from '../../generated/graphql.js';
import { Ago } from '../../ui/ago.js';
import { Button } from '../../ui/button.js';
import { Change } from '../../ui/chart/change.js';
import { Sparkline } from '../../ui/chart/sparkline.js';
import { asRank, asRate, asSigned, NONE } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill, ThinSample } from '../../ui/pill.js';
import { isThin } from '../../ui/sample.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { Table } from '../../ui/table/table.js';
import { AddBrand } from './add-brand.js';

export const BRANDS = graphql(`
  query Brands($first: Int!, $after: String) {
    brands(first: $first, after: $after) {
      totalCount
      pageInfo {
        endCursor
        hasNextPage
      }
      nodes {
        id
        name
        category
        lastScan {
          id
          completedAt
          sandbox
        }
        incidents(first: 1) {
          totalCount
        }
        visibilitySeries(days: 30) {
          sandbox
          points {
            date
            visibility {
              value
            }
          }
        }
        standing(days: 30) {
          averageRank
          visibility {
            value
            low
            high
            denominator
            state
          }
          shareOfVoice {
            value
          }
          netSentiment {
            value
          }
          previous {
            visibility {
              value
            }
          }
        }
      }
    }
  }
`);

type Row = BrandsQuery['brands']['nodes'][number];

const PAGE = 50;

function BrandRow({ brand }: { brand: Row }) {
  const { standing, visibilitySeries, lastScan, incidents } = brand;
  const { visibility } = standing;
  return (
    <tr>
      <th scope="row">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <Link to="/dashboard/brands/$brandId" params={{ brandId: brand.id }} className="link">
            {brand.name}
          </Link>
          {visibilitySeries.sandbox && <SandboxPill />}
        </span>
        <span className="block text-xs font-normal text-ink-faint">{brand.category}</span>
      </th>
      <td>
        <Sparkline values={visibilitySeries.points.map((point) => point.visibility.value)} />
      </td>
      <td className="num" title={`n = ${visibility.denominator}`}>
        <span className="font-medium">{asRate(visibility.value)}</span>
        <span className="block text-xs">
          {isThin(visibility) ? (
            <ThinSample />
          ) : (
            <Change now={visibility.value} before={standing.previous.visibility.value} />
          )}
        </span>
      </td>
      <td className="num">{asRate(standing.shareOfVoice.value)}</td>
      <td className="num">{asRank(standing.averageRank)}</td>
      <td className="num">{asSigned(standing.netSentiment.value)}</td>
      <td className="num">
        {incidents.totalCount === 0 ? (
          <span className="text-ink-faint">0</span>
        ) : (
          <Pill tone="bad">{incidents.totalCount}</Pill>
        )}
      </td>
      <td className="num text-ink-soft">
        {lastScan?.completedAt ? <Ago time={lastScan.completedAt} /> : NONE}
      </td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Brand</th>
    <th scope="col">30 days</th>
    <th scope="col" className="num">
      Visibility
    </th>
    <th scope="col" className="num">
      Share of voice
    </th>
    <th scope="col" className="num">
      Average rank
    </th>
    <th scope="col" className="num">
      Net sentiment
    </th>
    <th scope="col" className="num">
      Incidents
    </th>
    <th scope="col" className="num">
      Last run
    </th>
  </tr>
);

export function Brands() {
  const query = useQuery(BRANDS, { variables: { first: PAGE } });
  const [isAdding, setAdding] = useState(false);
  const mayWrite = useMayWrite();
  const add = mayWrite && (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <Icon name="plus" />
      Add a brand
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Brands"
        about="How AI answers describe your brands, over the last 30 days."
        actions={add}
      />
      <Loaded query={query} skeleton={<Skeleton className="h-72" />}>
        {({ brands }) => (
          <div className="card overflow-hidden">
            {brands.totalCount === 0 ? (
              <EmptyState title="No brands yet" action={add}>
                {mayWrite
                  ? 'Add your first brand. It comes with twelve prompts about its category, and a run asks them on every platform.'
                  : 'An owner, admin or member of the team can add one.'}
              </EmptyState>
            ) : (
              <Table caption="Brands" head={HEAD}>
                {brands.nodes.map((brand) => (
                  <BrandRow key={brand.id} brand={brand} />
                ))}
              </Table>
            )}
            {brands.pageInfo.hasNextPage && (
              <div className="border-t border-line p-3 text-center">
                <Button
                  small
                  onClick={() =>
                    void query.fetchMore({
                      variables: { after: brands.pageInfo.endCursor },
                      updateQuery: (before, { fetchMoreResult: more }) => ({
                        ...more,
                        brands: {
                          ...more.brands,
                          nodes: [...before.brands.nodes, ...more.brands.nodes],
                        },
                      }),
                    })
                  }
                >
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      <AddBrand open={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
