import { useMutation, useQuery } from '@apollo/client/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../api/graphql.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Form, useSubmit } from '../../ui/form.js';
import { asCount, asDollars, asDuration, asPoints } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { platformName } from '../../ui/platform.js';
import { Notice, Skeleton } from '../../ui/states.js';

const ESTIMATE = graphql(`
  query RunEstimate($input: StartProbeInput!) {
    platforms {
      platform
      name
      status
      sandbox
    }
    probeEstimate(input: $input) {
      answers
      prompts
      costUsd
      estimatedCompletionMs
      intervalWidth
      sandbox
    }
  }
`);

const START_RUN = graphql(`
  mutation StartRun($input: StartProbeInput!) {
    startProbe(input: $input) {
      probeRun {
        id
        status
      }
    }
  }
`);

const MOST_SAMPLES = 20;

export function StartRunForm({ brandId, onClose }: { brandId: string; onClose: () => void }) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [samples, setSamples] = useState(1);
  const navigate = useNavigate();
  const [start] = useMutation(START_RUN, { refetchQueries: ['Runs'] });
  const [chosenFrom, setChosenFrom] = useState<readonly string[]>([]);
  const chosen = chosenFrom.filter((platform) => !left.includes(platform));
  const input = {
    brandId,
    samplesPerPrompt: Math.min(MOST_SAMPLES, Math.max(1, samples || 1)),
    ...(left.length > 0 && chosen.length > 0 && { platforms: chosen }),
  };
  const query = useQuery(ESTIMATE, { variables: { input }, fetchPolicy: 'network-only' });
  const shown = query.data ?? query.previousData;
  const configured = (shown?.platforms ?? [])
    .filter(({ status }) => status === 'CONFIGURED')
    .map(({ platform }) => platform);
  if (configured.join() !== chosenFrom.join()) setChosenFrom(configured);
  const submit = useSubmit(async () => {
    const { data } = await start({ variables: { input } });
    if (!data) return;
    onClose();
    await navigate({
      to: '/dashboard/brands/$brandId/runs/$runId',
      params: { brandId, runId: data.startProbe.probeRun.id },
    });
  });
  return (
    <Form submit={submit}>
      <Loaded query={{ ...query, data: shown }} skeleton={<Skeleton className="h-40" />}>
        {({ probeEstimate }) => {
          if (configured.length === 0)
            return (
              <Notice tone="warn">
                <p>
                  No platform is configured. Ask your operator to set an API key for at least one.
                </p>
              </Notice>
            );
          return (
            <>
              <fieldset className="grid gap-1.5">
                <legend className="mb-1 text-sm font-medium">Platforms</legend>
                <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
                  {configured.map((platform) => (
                    <label key={platform} className="flex items-center gap-2 text-sm">
                      <input
                        type="checkbox"
                        className="size-4 accent-accent"
                        checked={!left.includes(platform)}
                        onChange={() =>
                          setLeft(
                            left.includes(platform)
                              ? left.filter((item) => item !== platform)
                              : [...left, platform],
                          )
                        }
                      />
                      {platformName(platform)}
                    </label>
                  ))}
                </div>
              </fieldset>
              <Field
                label="Samples per prompt"
                type="number"
                min={1}
                max={MOST_SAMPLES}
                value={samples}
                onChange={(event) => setSamples(event.target.valueAsNumber)}
                hint="How many times each prompt is asked on each platform. More samples give narrower intervals."
              />
              {probeEstimate && (
                <dl className="grid grid-cols-2 gap-x-4 gap-y-1 rounded-lg bg-sunken px-3 py-2 text-sm sm:grid-cols-4">
                  <div>
                    <dt className="text-xs text-ink-soft">Answers</dt>
                    <dd className="font-medium">{asCount(probeEstimate.answers)}</dd>
                  </div>
                  <div>
                    <dt className="text-xs text-ink-soft">Takes about</dt>
                    <dd className="font-medium">
                      {asDuration(probeEstimate.estimatedCompletionMs)}
                    </dd>
                  </div>
                  <div>
                    <dt className="text-xs text-ink-soft">Costs about</dt>
                    <dd className="font-medium">{asDollars(probeEstimate.costUsd)}</dd>
                  </div>
                  <div>
                    <dt className="text-xs text-ink-soft">Interval</dt>
                    <dd className="font-medium">
                      {probeEstimate.intervalWidth === null
                        ? '–'
                        : `±${asPoints(probeEstimate.intervalWidth / 2).replace('+', '')}`}
                    </dd>
                  </div>
                </dl>
              )}
            </>
          );
        }}
      </Loaded>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" busy={submit.busy} disabled={chosen.length === 0}>
          Start the run
        </Button>
      </div>
    </Form>
  );
}
