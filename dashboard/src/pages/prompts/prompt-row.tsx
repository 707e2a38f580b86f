import { useMutation } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from '../../api/graphql.js';
import { useMayWrite } from '../../app/hooks.js';
import type { ChangePromptMutation, PromptsQuery, Stage } from '../../generated/graphql.js';
import { Change } from '../../ui/chart/change.js';
import { Sparkline } from '../../ui/chart/sparkline.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asCount, asInterval, asRank, asRate, NONE } from '../../ui/format.js';
import { Pill, ThinSample } from '../../ui/pill.js';
import { isThin } from '../../ui/sample.js';
import { STAGES, stageName } from '../../ui/stage.js';

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

type Hits = NonNullable<PromptsQuery['brand']>['promptBreakdown']['prompts'][number];
type Prompt = NonNullable<NonNullable<PromptsQuery['brand']>['promptPack']>['prompts'][number];

/** A prompt of the pack with its results. `prompt` is null if it left the pack but was asked in the window. */
export interface Row {
  id: string;
  text: string;
  stage: Stage;
  hits: Hits | null;
  prompt: Prompt | null;
}

const Basis = ({ children }: { children: ReactNode }) => (
  <span className="block text-xs whitespace-nowrap text-ink-faint">{children}</span>
);

export function PromptRow({ row, brandId }: { row: Row; brandId: string }) {
  const { tellFault } = useToast();
  const mayWrite = useMayWrite();
  const [change, { loading }] = useMutation(CHANGE_PROMPT);
  const { prompt, hits } = row;
  const rate = hits?.hitRate;
  const update = (input: { enabled?: boolean; stage?: Stage }) =>
    prompt &&
    void change({
      variables: { input: { id: row.id, ...input } },
      // The change shows immediately and is rolled back if the server rejects it.
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
          {hits?.branded && <Pill title="The prompt names the brand">branded</Pill>}
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
        <Basis>{rate ? `n = ${asCount(rate.denominator)}` : 'not asked'}</Basis>
      </td>
      <td className="text-xs whitespace-nowrap">
        <Sparkline values={hits?.trend ?? []} range={[0, 1]} />
        <span className="block">
          {rate && isThin(rate) ? (
            <ThinSample />
          ) : (
            <Change now={rate?.value} before={hits?.previous.value} quiet />
          )}
        </span>
      </td>
      <td className="num">
        <span className="font-medium">{asRank(hits?.averageRank)}</span>
        {hits && <Basis>n = {asCount(hits.ranked)}</Basis>}
      </td>
      <td>
        {hits?.topRival ? (
          <>
            {hits.topRival.name}
            <Basis>
              {asRate(hits.topRival.mentions / hits.topRival.answers)}, n ={' '}
              {asCount(hits.topRival.answers)}
            </Basis>
          </>
        ) : (
          NONE
        )}
      </td>
      <td className="num">
        {asCount(hits?.citations)}
        {hits && <Basis>{asCount(hits.ownedCitations)} own</Basis>}
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
