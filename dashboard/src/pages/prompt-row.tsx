import { useMutation } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { graphql } from '../api/graphql.js';
import { useMayWrite } from '../app/hooks.js';
import type { ChangePromptMutation, PromptsQuery, Stage } from '../generated/graphql.js';
import { Change } from '../ui/change.js';
import { asCount, asInterval, asRate, NONE } from '../ui/format.js';
import { Pill, ThinSample } from '../ui/pill.js';
import { isThin } from '../ui/sample.js';
import { STAGES, stageName } from '../ui/stage.js';
import { useToast } from '../ui/toast.js';

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
type Prompt = NonNullable<PromptsQuery['promptPack']>['prompts'][number];

/** A prompt of the pack with what came of it, or a former one that was asked in the window. */
export interface Row {
  id: string;
  text: string;
  stage: Stage;
  hits: Hits | null;
  prompt: Prompt | null;
}

export function PromptRow({ row, brandId }: { row: Row; brandId: string }) {
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
