import clsx from 'clsx';
import { graphql } from '../api/graphql.js';
import type { EvidenceAnswerFragment } from '../generated/graphql.js';
import { Ago } from './ago.js';
import { asDollars, asDuration, asSigned } from './format.js';
import { Highlight, type Name } from './highlight.js';
import { Pill, SandboxPill } from './pill.js';
import { platformName } from './platform.js';

/** Fields of an answer that AnswerCard shows. */
graphql(`
  fragment EvidenceAnswer on Answer {
    runId
    promptId
    platform
    repeat
    sequence
    askedAt
    status
    mentioned
    rank
    sentiment {
      label
      score
    }
    model
    latencyMs
    costUsd
    sandbox
    truncated
    text
    textExpired
    errorCode
    errorMessage
    citations {
      sourceUrl
      sourceDomain
      owned
    }
  }
`);

const SENTIMENT_TONES = { POSITIVE: 'good', NEUTRAL: 'plain', NEGATIVE: 'bad' } as const;

const Marks = ({ answer }: { answer: EvidenceAnswerFragment }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    {answer.status === 'FAILED' ? (
      <Pill tone="warn">failed: {answer.errorCode}</Pill>
    ) : answer.mentioned ? (
      <Pill tone="accent">named{answer.rank === null ? '' : `, rank ${answer.rank}`}</Pill>
    ) : (
      <Pill>not named</Pill>
    )}
    {answer.sentiment && (
      <Pill tone={SENTIMENT_TONES[answer.sentiment.label]}>
        {answer.sentiment.label.toLowerCase()} {asSigned(answer.sentiment.score)}
      </Pill>
    )}
    {answer.truncated && <Pill tone="warn">cut off</Pill>}
    {answer.sandbox && <SandboxPill />}
  </span>
);

function Words({ answer, names }: { answer: EvidenceAnswerFragment; names: readonly Name[] }) {
  if (answer.status === 'FAILED')
    return (
      <p className="text-ink-soft">
        {answer.errorMessage ?? 'This answer could not be retrieved.'}
      </p>
    );
  if (answer.textExpired)
    return (
      <p className="text-ink-soft">
        The text has passed its retention period and was deleted. Its measures are kept.
      </p>
    );
  return (
    <p className="max-w-[75ch] whitespace-pre-wrap">
      <Highlight text={answer.text} names={names} />
    </p>
  );
}

const Citations = ({ citations }: Pick<EvidenceAnswerFragment, 'citations'>) => (
  <div>
    <h4 className="text-xs font-medium text-ink-soft">Citations, in order</h4>
    <ol className="mt-1 grid gap-1 text-xs">
      {citations.map(({ sourceUrl, sourceDomain, owned }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: repeated citations differ only by position
        <li key={index} className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{sourceDomain}</span>
          {owned && <Pill tone="accent">own</Pill>}
          {/^https?:\/\//.test(sourceUrl) && (
            <a
              href={sourceUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="link min-w-0 text-ink-soft"
            >
              {sourceUrl}
            </a>
          )}
        </li>
      ))}
    </ol>
  </div>
);

/** An answer: its text, never rendered as markup, with names highlighted, and its citations. */
export const AnswerCard = ({
  answer,
  names,
  prompt,
  bare = false,
}: {
  answer: EvidenceAnswerFragment;
  names: readonly Name[];
  /** Prompt text, shown in lists of answers to different prompts. */
  prompt?: string | undefined;
  /** Renders the card without a border. */
  bare?: boolean;
}) => (
  <article className={clsx('grid gap-3', bare ? 'p-3' : 'rounded-lg border border-line px-4 py-3')}>
    <header className="flex flex-wrap items-start justify-between gap-2">
      <div className="min-w-0">
        {prompt !== undefined && <p className="text-sm text-ink-soft">{prompt}</p>}
        <h3 className="font-semibold">{platformName(answer.platform)}</h3>
        <p className="text-xs text-ink-faint">
          {answer.model} · {asDuration(answer.latencyMs)} · {asDollars(answer.costUsd)} ·{' '}
          <Ago time={answer.askedAt} />
        </p>
      </div>
      <Marks answer={answer} />
    </header>
    <Words answer={answer} names={names} />
    {answer.citations.length > 0 && <Citations citations={answer.citations} />}
  </article>
);
