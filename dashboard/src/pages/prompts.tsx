import { useMutation, useQuery } from '@apollo/client/react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../api/graphql.js';
import { BrandFiltersBar } from '../app/brand-filters.js';
import { useBrandFilters, useBrandId, useMayWrite } from '../app/hooks.js';
import type { PromptsSearch } from '../app/search.js';
import type { ChangePromptMutation, PromptsQuery, Stage } from '../generated/graphql.js';
import { Button } from '../ui/button.js';
import { Change } from '../ui/change.js';
import { asCount, asInterval, asRate, NONE } from '../ui/format.js';
import { Icon } from '../ui/icon.js';
import { Loaded } from '../ui/loaded.js';
import { PageHeader } from '../ui/page-header.js';
import { Pill, SandboxPill, ThinSample } from '../ui/pill.js';
import { isThin } from '../ui/sample.js';
import { STAGES, stageName } from '../ui/stage.js';
import { EmptyState, Skeleton } from '../ui/states.js';
import { Table } from '../ui/table.js';
import { useToast } from '../ui/toast.js';
import { AddPrompts } from './add-prompts.js';

const PROMPTS = graphql(`
  query Prompts($brandId: ID!, $days: Int!) {
    brand(id: $brandId) {
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
          platforms {
            platform
            hitRate {
              numerator
            }
          }
        }
      }
    }
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

const CHANGE_PROMPT = graphql(`
  mutation ChangePrompt($input: UpdatePromptInput!) {
    updatePrompt(input: $input) {
      prompt {
        id
        enabled
        stage
        classifier
      }
    }
  }
`);

const route = getRouteApi('/shell/dashboard/brands/$brandId/prompts');

type Brand = NonNullable<PromptsQuery['brand']>;
type Hits = Brand['promptBreakdown']['prompts'][number];
type Prompt = NonNullable<PromptsQuery['promptPack']>['prompts'][number];

/** A prompt of the pack with what came of it, or a former one that was asked in the window. */
interface Row {
  id: string;
  text: string;
  stage: Stage;
  hits: Hits | null;
  prompt: Prompt | null;
}

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

function Funnel({ brand }: { brand: Brand }) {
  return (
    <section className="card px-4 py-3.5" aria-labelledby="funnel">
      <h2 id="funnel" className="font-semibold">
        By stage
      </h2>
      <p className="text-xs text-ink-faint">
        Share of answers that name the brand, from first interest to the purchase.
      </p>
      <ul className="mt-3 grid gap-x-6 gap-y-3 sm:grid-cols-2 xl:grid-cols-4">
        {brand.aida.stages.map(({ stage, prompts, hitRate }) => (
          <li key={stage} title={asInterval(hitRate.low, hitRate.high)}>
            <div className="flex items-baseline justify-between gap-2 text-sm">
              <span className="font-medium">{stageName(stage)}</span>
              <span className="font-medium">{asRate(hitRate.value)}</span>
            </div>
            <div className="mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-accent"
                style={{ width: `${(hitRate.value ?? 0) * 100}%` }}
              />
            </div>
            <p className="mt-1 flex items-center justify-between gap-2 text-xs text-ink-faint">
              <span>
                n = {asCount(hitRate.denominator)}, {asCount(prompts)} prompts
              </span>
              {isThin(hitRate) && <ThinSample />}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Filters({ tags }: { tags: readonly string[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: PromptsSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  const select = 'input w-auto! text-sm';
  return (
    <>
      <select
        aria-label="Stage"
        className={select}
        value={search.stage ?? ''}
        onChange={({ target }) => set({ stage: STAGES.find((stage) => stage === target.value) })}
      >
        <option value="">All stages</option>
        {STAGES.map((stage) => (
          <option key={stage} value={stage}>
            {stageName(stage)}
          </option>
        ))}
      </select>
      {tags.length > 0 && (
        <select
          aria-label="Tag"
          className={select}
          value={search.tag ?? ''}
          onChange={({ target }) => set({ tag: target.value || undefined })}
        >
          <option value="">All tags</option>
          {tags.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
      )}
      <select
        aria-label="Branded or not"
        className={select}
        value={search.branded ?? ''}
        onChange={({ target }) =>
          set({ branded: (['yes', 'no'] as const).find((value) => value === target.value) })
        }
      >
        <option value="">Branded or not</option>
        <option value="yes">Branded only</option>
        <option value="no">Not branded</option>
      </select>
    </>
  );
}

function PromptRow({ row, brandId }: { row: Row; brandId: string }) {
  const { tellFault } = useToast();
  const mayWrite = useMayWrite();
  const [change, { loading }] = useMutation(CHANGE_PROMPT);
  const { prompt, hits } = row;
  const rate = hits?.hitRate;
  const named = hits?.platforms.filter(({ hitRate }) => hitRate.numerator > 0).length ?? 0;
  const update = (input: { enabled?: boolean; stage?: Stage }) =>
    prompt &&
    void change({
      variables: { input: { id: row.id, ...input } },
      // Shown at once, and taken back if it is refused.
      optimisticResponse: {
        updatePrompt: { prompt: { ...prompt, ...input, __typename: 'Prompt' } },
      } as ChangePromptMutation,
    }).catch(tellFault);
  return (
    <tr className={prompt?.enabled === false ? 'text-ink-faint' : undefined}>
      <th scope="row" className="min-w-64 font-normal!">
        <Link
          to="/dashboard/brands/$brandId/prompts/$promptId"
          params={{ brandId, promptId: row.id }}
          className="link"
        >
          {row.text}
        </Link>
        <span className="mt-0.5 flex flex-wrap gap-1">
          {hits?.branded && <Pill title="It names the brand itself">branded</Pill>}
          {prompt?.tags.map((tag) => (
            <Pill key={tag}>{tag}</Pill>
          ))}
          {prompt === null && <Pill>no longer asked</Pill>}
        </span>
      </th>
      <td>
        {prompt && mayWrite ? (
          <select
            aria-label={`Stage of ${row.text}`}
            className="input w-auto! text-xs"
            disabled={loading}
            value={prompt.stage}
            onChange={({ target }) =>
              update({ stage: STAGES.find((stage) => stage === target.value) ?? prompt.stage })
            }
          >
            {STAGES.map((stage) => (
              <option key={stage} value={stage}>
                {stageName(stage)}
              </option>
            ))}
          </select>
        ) : (
          stageName(row.stage)
        )}
      </td>
      <td className="num" title={rate && asInterval(rate.low, rate.high)}>
        <span className="font-medium">{asRate(rate?.value)}</span>
        <span className="block text-xs text-ink-faint">n = {asCount(rate?.denominator ?? 0)}</span>
      </td>
      <td className="num text-xs">
        {rate && isThin(rate) ? (
          <ThinSample />
        ) : (
          <Change now={rate?.value} before={hits?.previous.value} />
        )}
      </td>
      <td className="num">
        {hits && hits.platforms.length > 0 ? `${named} of ${hits.platforms.length}` : NONE}
      </td>
      <td className="num">
        {prompt && (
          <label className="inline-flex items-center gap-2 text-xs">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-label={`Ask “${row.text}” in runs`}
              checked={prompt.enabled}
              disabled={!mayWrite || loading}
              onChange={() => update({ enabled: !prompt.enabled })}
            />
          </label>
        )}
      </td>
    </tr>
  );
}

const HEAD = (
  <tr>
    <th scope="col">Prompt</th>
    <th scope="col">Stage</th>
    <th scope="col" className="num">
      Hit rate
    </th>
    <th scope="col" className="num">
      Change
    </th>
    <th scope="col" className="num">
      Named on
    </th>
    <th scope="col" className="num">
      Asked
    </th>
  </tr>
);

function Content({ brand, pack }: { brand: Brand; pack: PromptsQuery['promptPack'] }) {
  const search = route.useSearch();
  const rows = toRows(brand, pack?.prompts ?? []);
  const tags = [...new Set(rows.flatMap(({ prompt }) => prompt?.tags ?? []))].sort();
  const wanted = rows.filter((row) => isWanted(row, search));
  return (
    <div className="grid gap-4">
      <Funnel brand={brand} />
      <div className="flex flex-wrap items-center gap-2">
        <Filters tags={tags} />
        <p className="text-xs text-ink-faint" role="status">
          {asCount(wanted.length)} of {asCount(rows.length)} prompts
        </p>
      </div>
      <div className="card overflow-hidden">
        {wanted.length === 0 ? (
          <EmptyState title="No prompt fits">Choose other filters, or add a prompt.</EmptyState>
        ) : (
          <Table caption="Prompts" head={HEAD}>
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
  const brand = query.data?.brand ?? query.previousData?.brand;
  return (
    <>
      <PageHeader
        title="Prompts"
        about="What the platforms are asked, and how often the answers name the brand."
        marks={brand?.aida.sandbox && <SandboxPill />}
        actions={
          mayWrite && (
            <Button kind="primary" onClick={() => setAdding(true)}>
              <Icon name="plus" />
              Add prompts
            </Button>
          )
        }
      />
      <div className="mb-4">
        <BrandFiltersBar />
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
        {(data) => data.brand && <Content brand={data.brand} pack={data.promptPack} />}
      </Loaded>
      <AddPrompts open={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}
