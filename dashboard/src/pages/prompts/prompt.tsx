import { useQuery } from '@apollo/client/react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { BrandFiltersBar } from '../../app/brand-filters.js';
import { namesOf } from '../../app/evidence-list.js';
import { useBrandFilters } from '../../app/hooks.js';
import type { EvidenceAnswerFragment, PromptPageQuery } from '../../generated/graphql.js';
import { AnswerCard } from '../../ui/answer-card.js';
import { Button } from '../../ui/button.js';
import { Change } from '../../ui/chart/change.js';
import { KpiCard } from '../../ui/chart/kpi-card.js';
import { Drawer } from '../../ui/dialog/dialog.js';
import { asCount, asInterval, asMoment, asRate } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { isThin } from '../../ui/sample.js';
import { stageName } from '../../ui/stage.js';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.js';
import { diffWords } from '../../ui/word-diff.js';

const PROMPT_PAGE = graphql(`
  query PromptPage($brandId: ID!, $promptId: ID!, $days: Int!, $after: String) {
    brand(id: $brandId) {
      ...BrandNamesToMark
      promptBreakdown(days: $days) {
        sandbox
        prompts {
          promptId
          text
          stage
          branded
          hitRate {
            ...PromptPageRate
          }
          previous {
            value
          }
          platforms {
            platform
            failed
            hitRate {
              ...PromptPageRate
            }
          }
        }
      }
      answers(days: $days, promptId: $promptId, first: 20, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          ...EvidenceAnswer
        }
      }
    }
  }
  fragment PromptPageRate on Rate {
    value
    low
    high
    numerator
    denominator
    state
  }
`);

const route = getRouteApi('/shell/dashboard/brands/$brandId/prompts/$promptId');

type Brand = NonNullable<PromptPageQuery['brand']>;
type Answer = EvidenceAnswerFragment;
type Hits = Brand['promptBreakdown']['prompts'][number];

const keyOf = ({ runId, sequence }: Answer): string => `${runId} ${sequence}`;

function Diff({ left, right }: { left: Answer; right: Answer }) {
  const head = (answer: Answer) => `${platformName(answer.platform)}, ${asMoment(answer.askedAt)}`;
  return (
    <div className="grid gap-3">
      <ul className="grid gap-1 text-sm">
        <li>
          <del className="rounded-sm bg-bad-soft px-1 text-bad">Only in the first answer</del>{' '}
          {head(left)}
        </li>
        <li>
          <ins className="rounded-sm bg-good-soft px-1 text-good no-underline">
            Only in the second answer
          </ins>{' '}
          {head(right)}
        </li>
      </ul>
      <p className="max-w-[75ch] whitespace-pre-wrap">
        {diffWords(left.text, right.text).map(({ kind, text }, index) =>
          kind === 'same' ? (
            text
          ) : kind === 'left' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no stable id
            <del key={index} className="rounded-sm bg-bad-soft px-0.5 text-bad">
              {text}
            </del>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no stable id
            <ins key={index} className="rounded-sm bg-good-soft px-0.5 text-good no-underline">
              {text}
            </ins>
          ),
        )}
      </p>
    </div>
  );
}

function Kpis({ hits }: { hits: Hits }) {
  const { hitRate, previous, platforms } = hits;
  return (
    <dl className="grid gap-3 min-[360px]:grid-cols-2 md:grid-cols-4 2xl:grid-cols-7">
      <KpiCard
        label="Hit rate"
        value={asRate(hitRate.value)}
        change={<Change now={hitRate.value} before={previous.value} />}
        basis={`n = ${asCount(hitRate.denominator)}`}
        interval={asInterval(hitRate.low, hitRate.high)}
        thin={isThin(hitRate)}
      />
      {platforms.map((entry) => (
        <KpiCard
          key={entry.platform}
          label={platformName(entry.platform)}
          value={asRate(entry.hitRate.value)}
          basis={`n = ${asCount(entry.hitRate.denominator)}`}
          change={entry.failed > 0 ? `${asCount(entry.failed)} failed` : undefined}
          interval={asInterval(entry.hitRate.low, entry.hitRate.high)}
          thin={isThin(entry.hitRate)}
        />
      ))}
    </dl>
  );
}

function Answers({ brand, more }: { brand: Brand; more: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isComparing, setComparing] = useState(false);
  const { nodes, totalCount, pageInfo } = brand.answers;
  const names = namesOf(brand);
  const [left, right] = chosen.map((key) => nodes.find((node) => keyOf(node) === key));
  const toggle = (key: string) =>
    setChosen(
      chosen.includes(key) ? chosen.filter((item) => item !== key) : [...chosen.slice(-1), key],
    );
  return (
    <section aria-labelledby="answers" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="answers" className="font-semibold">
          Answers{' '}
          <span className="font-normal text-ink-faint">
            {asCount(nodes.length)} of {asCount(totalCount)}, newest run first
          </span>
        </h2>
        <Button
          small
          disabled={left === undefined || right === undefined}
          onClick={() => setComparing(true)}
        >
          Compare two
        </Button>
      </div>
      {nodes.length === 0 && (
        <div className="card">
          <EmptyState title="No answers in this window">
            Start a run or choose a longer window.
          </EmptyState>
        </div>
      )}
      {nodes.map((answer) => (
        <div key={keyOf(answer)} className="card grid gap-1 p-1">
          <label className="flex items-center gap-2 px-3 pt-2 text-xs text-ink-soft">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              disabled={answer.status === 'FAILED' || answer.textExpired}
              checked={chosen.includes(keyOf(answer))}
              onChange={() => toggle(keyOf(answer))}
            />
            Select to compare
            <span className="sr-only">
              : {platformName(answer.platform)}, {asMoment(answer.askedAt)}
            </span>
          </label>
          <AnswerCard answer={answer} names={names} bare />
        </div>
      ))}
      {pageInfo.hasNextPage && <Button onClick={more}>Show more</Button>}
      <Drawer open={isComparing} onClose={() => setComparing(false)} title="Compare answers">
        {left && right && <Diff left={left} right={right} />}
      </Drawer>
    </section>
  );
}

export function PromptPage() {
  const { brandId, promptId } = route.useParams();
  const { days } = useBrandFilters();
  const query = useQuery(PROMPT_PAGE, { variables: { brandId, promptId, days } });
  const more = (brand: Brand) =>
    void query.fetchMore({
      variables: { after: brand.answers.pageInfo.endCursor },
      updateQuery: (before, { fetchMoreResult }) =>
        before.brand && fetchMoreResult.brand
          ? {
              brand: {
                ...fetchMoreResult.brand,
                answers: {
                  ...fetchMoreResult.brand.answers,
                  nodes: [...before.brand.answers.nodes, ...fetchMoreResult.brand.answers.nodes],
                },
              },
            }
          : before,
    });
  return (
    <Loaded query={query} skeleton={<Skeleton className="h-[480px]" />}>
      {({ brand }) => {
        const hits = brand?.promptBreakdown.prompts.find((entry) => entry.promptId === promptId);
        if (!brand || hits === undefined)
          return (
            <ErrorState
              error={{
                code: 'NOT_FOUND',
                message: 'This prompt does not exist or was not asked in this window.',
                requestId: null,
              }}
            />
          );
        return (
          <>
            <PageHeader
              title={hits.text}
              about={`${stageName(hits.stage)} · ${brand.name}`}
              marks={
                <>
                  {hits.branded && <Pill title="The prompt names the brand">branded</Pill>}
                  {brand.promptBreakdown.sandbox && <SandboxPill />}
                </>
              }
            />
            <div className="mb-4">
              <BrandFiltersBar />
            </div>
            <div className="grid gap-4">
              <Kpis hits={hits} />
              <Answers brand={brand} more={() => more(brand)} />
            </div>
          </>
        );
      }}
    </Loaded>
  );
}
