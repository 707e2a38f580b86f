import { useMutation } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Fault } from '../../api/fault.js';
import { toFault } from '../../api/fault.js';
import { graphql } from '../../api/graphql.js';
import type { FreeScanMutation } from '../../generated/graphql.js';
import { Button, buttonClass } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, textIn, useSubmit } from '../../ui/form.js';
import { asCounted } from '../../ui/format.js';
import { Highlight, type Name } from '../../ui/highlight.js';
import { PageHeader } from '../../ui/page-header.js';
import { Pill, SandboxPill } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { stageName } from '../../ui/stage.js';
import { Notice, Skeleton } from '../../ui/states.js';
import { Until } from '../../ui/until.js';

const FREE_SCAN = graphql(`
  mutation FreeScan($input: RunScanInput!) {
    runScan(input: $input) {
      rateLimitRemaining
      checkRun {
        id
        brandName
        category
        competitors
        platforms
        sandbox
        summary {
          platform
          total
          mentions
          positive
          failed
        }
        results {
          platform
          prompt
          stage
          text
          mentioned
          rank
          sentiment
        }
      }
    }
  }
`);

type Scan = FreeScanMutation['runScan']['checkRun'];
type Result = Scan['results'][number];
type Summary = Scan['summary'][number];

const TONES = { POSITIVE: 'good', NEUTRAL: 'plain', NEGATIVE: 'bad' } as const;

const Answer = ({ result, names }: { result: Result; names: readonly Name[] }) => (
  <details className="border-t border-line">
    <summary className="px-4 py-2 text-sm">
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">{stageName(result.stage)}</span>
        {result.mentioned ? (
          <Pill tone="accent">named{result.rank === null ? '' : `, place ${result.rank}`}</Pill>
        ) : (
          <Pill>not named</Pill>
        )}
        {result.sentiment && (
          <Pill tone={TONES[result.sentiment]}>{result.sentiment.toLowerCase()}</Pill>
        )}
      </span>
    </summary>
    <div className="grid gap-2 px-4 pb-3 text-sm">
      <p className="text-ink-soft">{result.prompt}</p>
      <p className="whitespace-pre-wrap">
        <Highlight text={result.text} names={names} />
      </p>
    </div>
  </details>
);

/** Result of one platform: the number of answers that name the brand, and all its answers. */
function PlatformCard({
  summary,
  results,
  names,
}: {
  summary: Summary;
  results: readonly Result[];
  names: readonly Name[];
}) {
  const { platform, total, mentions, positive, failed } = summary;
  const name = platformName(platform);
  return (
    <section aria-label={name} className="card overflow-hidden">
      <div className="px-4 py-3">
        <h2 className="text-sm font-medium text-ink-soft">{name}</h2>
        {total === 0 ? (
          <p className="mt-1 text-lg font-semibold">No answers</p>
        ) : (
          <>
            <p className="mt-1 flex items-baseline gap-2">
              <span className="text-2xl font-semibold tracking-tight">
                {mentions} of {total}
              </span>
              <span className="text-sm text-ink-soft">answers name the brand</span>
            </p>
            <div aria-hidden="true" className="mt-2 flex gap-1">
              {results.map((result) => (
                <span
                  key={result.stage}
                  className={`h-1.5 flex-1 rounded-full ${result.mentioned ? 'bg-accent' : 'bg-line-strong'}`}
                />
              ))}
            </div>
            <p className="mt-2 text-xs text-ink-faint">
              {mentions === 0 ? 'Brand not named' : `Positive in ${positive} of ${mentions}`}
            </p>
          </>
        )}
        {failed > 0 && <p className="mt-1 text-xs text-warn">{failed} failed</p>}
      </div>
      {results.map((result) => (
        <Answer key={result.stage} result={result} names={names} />
      ))}
    </section>
  );
}

function Results({ scan }: { scan: Scan }) {
  const names: Name[] = [
    { text: scan.brandName, caseSensitive: false, isBrand: true },
    ...scan.competitors.map((text) => ({ text, caseSensitive: false, isBrand: false })),
  ];
  return (
    <section aria-labelledby="found" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id="found" className="text-lg font-semibold">
          {scan.brandName} in answers about {scan.category}
        </h2>
        {scan.sandbox && <SandboxPill />}
      </div>
      <div className="grid items-start gap-4 md:grid-cols-3">
        {scan.summary.map((summary) => (
          <PlatformCard
            key={summary.platform}
            summary={summary}
            results={scan.results.filter(({ platform }) => platform === summary.platform)}
            names={names}
          />
        ))}
      </div>
      <p className="text-sm text-ink-soft">
        Four questions per platform are a first impression, not a measurement.{' '}
        <Link to="/dashboard/sign-up" className="link">
          Create an account
        </Link>{' '}
        to ask more questions every day and see the confidence interval of each figure.
      </p>
    </section>
  );
}

function UsedUp({ fault, at }: { fault: Fault; at: number }) {
  const { retryAfterSec } = fault;
  return (
    <Notice tone="warn">
      <p className="font-medium">You have used all free scans for now.</p>
      <p>
        {retryAfterSec === null ? (
          'Try again later'
        ) : (
          <>
            The next free scan is available{' '}
            <Until time={new Date(at + retryAfterSec * 1_000).toISOString()} />
          </>
        )}
        , or create an account to run more.
      </p>
      <p className="mt-2">
        <Link to="/dashboard/sign-up" className={buttonClass('secondary', true)}>
          Create an account
        </Link>
      </p>
    </Notice>
  );
}

const splitNames = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** `remaining` is null until the first response of the server. */
const ScansLeft = ({ remaining }: { remaining: number | null }) => (
  <p className="text-sm text-ink-soft" role="status">
    {remaining === null
      ? 'Five scans per day without an account.'
      : remaining === 0
        ? 'No scans left today.'
        : `${asCounted(remaining, 'scan')} left today.`}
  </p>
);

export function Scan() {
  const [run] = useMutation(FREE_SCAN, { fetchPolicy: 'no-cache' });
  const [scan, setScan] = useState<Scan | null>(null);
  const [remaining, setRemaining] = useState<number | null>(null);
  const [usedUp, setUsedUp] = useState<{ fault: Fault; at: number } | null>(null);
  const submit = useSubmit(async (form) => {
    setScan(null);
    setUsedUp(null);
    const competitors = splitNames(textIn(form, 'competitors'));
    try {
      const { data } = await run({
        variables: {
          input: {
            brandName: textIn(form, 'brand'),
            industry: textIn(form, 'industry'),
            competitors,
          },
        },
      });
      setScan(data?.runScan.checkRun ?? null);
      setRemaining(data?.runScan.rateLimitRemaining ?? null);
    } catch (error) {
      const fault = toFault(error);
      if (fault.code !== 'RATE_LIMITED') throw error;
      setRemaining(0);
      setUsedUp({ fault, at: Date.now() });
    }
  });
  return (
    <>
      <PageHeader
        title="Free scan"
        about="Asks three answer engines about your category, one question for each stage of a buying decision. See whether the answers name your brand."
      />
      <div className="grid gap-6">
        <div className="card px-5 py-4">
          <Form submit={submit}>
            <div className="grid gap-4 md:grid-cols-3">
              <Field label="Brand" name="brand" maxLength={200} required placeholder="Acme" />
              <Field
                label="Category"
                name="industry"
                maxLength={200}
                required
                placeholder="CRM software"
              />
              <Field label="Rivals (optional)" name="competitors" placeholder="Globex, Initech" />
            </div>
            <div className="flex flex-wrap items-center gap-4">
              <Button type="submit" kind="primary" busy={submit.busy}>
                {submit.busy ? 'Scanning …' : 'Scan'}
              </Button>
              {usedUp === null && <ScansLeft remaining={remaining} />}
            </div>
          </Form>
        </div>
        {usedUp && <UsedUp {...usedUp} />}
        {submit.busy && (
          <div>
            <p role="status" className="mb-3 text-sm text-ink-soft">
              Collecting twelve answers. This takes a few seconds.
            </p>
            <div className="grid gap-4 md:grid-cols-3">
              {[0, 1, 2].map((place) => (
                <Skeleton key={place} className="h-40" />
              ))}
            </div>
          </div>
        )}
        {scan && <Results scan={scan} />}
      </div>
    </>
  );
}
