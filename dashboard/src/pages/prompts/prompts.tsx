import { useQuery } from '@apollo/client/react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { BrandFiltersBar } from '../../app/brand-filters.js';
import { useBrandFilters, useBrandId, useEnvironment, useMayWrite } from '../../app/hooks.js';
import type { PromptsSearch } from '../../app/search.js';
import type { PromptsQuery } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { asCount, asCounted } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { SandboxPill } from '../../ui/pill.js';
import { STAGES } from '../../ui/stage.js';
import { EmptyState, Skeleton } from '../../ui/states.js';
import { readSorting, SortHead, sortRows } from '../../ui/table/sort-head.js';
import { Table } from '../../ui/table/table.js';
import { AddPrompts } from './add-prompts.js';
import { Funnel } from './funnel.js';
import { ImportPrompts } from './import-prompts.js';
import { Filters } from './prompt-filters.js';
import { PromptRow, type Row } from './prompt-row.js';

const PROMPTS = graphql(`
  query Prompts($brandId: ID!, $days: Int!) {
    brand(id: $brandId) {
      promptPack {
        id
        name
        prompts {
          id
          text
          stage
          tags
          enabled
          language
          country
          classifier
        }
      }
      id
      name
      aida(days: $days) {
        sandbox
        stages {
          stage
          prompts
          hitRate {
            ...PromptRate
          }
        }
      }
      promptBreakdown(days: $days) {
        prompts {
          promptId
          text
          stage
          branded
          hitRate {
            ...PromptRate
          }
          previous {
            value
          }
          trend
          averageRank
          ranked
          topRival {
            competitorId
            name
            mentions
            answers
          }
          citations
          ownedCitations
        }
      }
    }
  }
  fragment PromptRate on Rate {
    value
    low
    high
    numerator
    denominator
    state
  }
`);

const route = getRouteApi('/shell/dashboard/brands/$brandId/prompts');

type Brand = NonNullable<PromptsQuery['brand']>;
type Pack = NonNullable<Brand['promptPack']>;
type Prompt = Pack['prompts'][number];

function toRows(brand: Brand, prompts: readonly Prompt[]): Row[] {
  const hits = new Map(brand.promptBreakdown.prompts.map((entry) => [entry.promptId, entry]));
  const own = prompts.map((prompt) => ({ ...prompt, hits: hits.get(prompt.id) ?? null, prompt }));
  const known = new Set(prompts.map(({ id }) => id));
  const former = brand.promptBreakdown.prompts
    .filter(({ promptId }) => !known.has(promptId))
    .map((entry) => ({ ...entry, id: entry.promptId, hits: entry, prompt: null }));
  return [...own, ...former];
}

const isWanted = (row: Row, { stage, tag, branded, disabled }: PromptsSearch): boolean =>
  (stage === undefined || row.stage === stage) &&
  (tag === undefined || (row.prompt?.tags.includes(tag) ?? false)) &&
  (branded === undefined || (row.hits?.branded ?? false) === (branded === 'yes')) &&
  (disabled === undefined || row.prompt?.enabled === false);

const COLUMNS = ['prompt', 'stage', 'rate', 'change', 'rank', 'rival', 'citations'] as const;

/** The value that a column sorts by. */
function valueIn(column: (typeof COLUMNS)[number], { text, stage, hits }: Row) {
  switch (column) {
    case 'prompt':
      return text;
    case 'stage':
      return STAGES.indexOf(stage);
    case 'rate':
      return hits?.hitRate.value;
    case 'change':
      return changeOf(hits);
    case 'rank':
      return hits?.averageRank;
    case 'rival':
      return hits?.topRival && hits.topRival.mentions / hits.topRival.answers;
    case 'citations':
      return hits?.citations;
  }
}

const changeOf = (hits: Row['hits']): number | null =>
  hits == null || hits.hitRate.value === null || hits.previous.value === null
    ? null
    : hits.hitRate.value - hits.previous.value;

function Content({ brand }: { brand: Brand }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { days } = useBrandFilters();
  const environment = useEnvironment();
  const sorting = readSorting(search.sort, COLUMNS);
  const onSort = (sort: string | undefined) =>
    void navigate({ to: '.', search: (before) => ({ ...before, sort }), replace: true });
  const rows = toRows(brand, brand.promptPack?.prompts ?? []);
  const tags = [...new Set(rows.flatMap(({ prompt }) => prompt?.tags ?? []))].sort();
  const fitting = rows.filter((row) => isWanted(row, search));
  const wanted =
    sorting === null
      ? fitting
      : sortRows(fitting, (row) => valueIn(sorting.column, row), sorting.isDescending);
  const head = { sorting, onSort };
  return (
    <div className="grid gap-4">
      <Funnel
        brand={brand}
        source={{ document: PROMPTS, variables: { brandId: brand.id, days }, environment }}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Filters tags={tags} />
        <p className="text-xs text-ink-faint" role="status">
          {asCount(wanted.length)} of {asCounted(rows.length, 'prompt')}
        </p>
      </div>
      <div className="card overflow-hidden">
        {wanted.length === 0 ? (
          <EmptyState title="No matching prompts">Change the filters or add a prompt.</EmptyState>
        ) : (
          <Table
            caption="Prompts"
            head={
              <tr>
                <SortHead {...head} column="prompt">
                  Prompt
                </SortHead>
                <SortHead {...head} column="stage">
                  Stage
                </SortHead>
                <SortHead {...head} column="rate" isNumber>
                  Hit rate
                </SortHead>
                <SortHead {...head} column="change">
                  {days} days
                </SortHead>
                <SortHead {...head} column="rank" isNumber>
                  Average rank
                </SortHead>
                <SortHead {...head} column="rival">
                  Top rival
                </SortHead>
                <SortHead {...head} column="citations" isNumber>
                  Citations
                </SortHead>
                <th scope="col" className="num">
                  Asked
                </th>
              </tr>
            }
          >
            {wanted.map((row) => (
              <PromptRow key={row.id} row={row} brandId={brand.id} />
            ))}
          </Table>
        )}
      </div>
    </div>
  );
}

export function Prompts() {
  const brandId = useBrandId();
  const { days } = useBrandFilters();
  const mayWrite = useMayWrite();
  const query = useQuery(PROMPTS, { variables: { brandId, days } });
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const brand = query.data?.brand ?? query.previousData?.brand;
  const pack = brand?.promptPack;
  return (
    <>
      <PageHeader
        title="Prompts"
        about="The questions put to the platforms, and how often the answers name the brand."
        marks={brand?.aida.sandbox && <SandboxPill />}
        actions={
          mayWrite && (
            <>
              <Button onClick={() => setImporting(true)}>Import CSV</Button>
              <Button kind="primary" onClick={() => setAdding(true)}>
                <Icon name="plus" />
                Add prompts
              </Button>
            </>
          )
        }
      />
      <div className="mb-4">
        <BrandFiltersBar />
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
        {(data) => data.brand && <Content brand={data.brand} />}
      </Loaded>
      {pack && (
        <>
          <AddPrompts packId={pack.id} open={isAdding} onClose={() => setAdding(false)} />
          <ImportPrompts packId={pack.id} open={isImporting} onClose={() => setImporting(false)} />
        </>
      )}
    </>
  );
}
