import { useMutation } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import { hasEnded } from '../../api/run-progress.js';
import type { RunQuery } from '../../generated/graphql.js';
import { Button } from '../../ui/button.js';
import { useToast } from '../../ui/dialog/toast.js';
import { asCount } from '../../ui/format.js';

const CANCEL_RUN = graphql(`
  mutation CancelRun($input: ProbeRunInput!) {
    cancelProbeRun(input: $input) {
      probeRun {
        id
        status
      }
    }
  }
`);

const RETRY_RUN = graphql(`
  mutation RetryRun($input: ProbeRunInput!) {
    retryProbeRun(input: $input) {
      probeRun {
        id
        status
      }
    }
  }
`);

type Run = NonNullable<RunQuery['probeRun']>;

export function Actions({
  run,
  onAgain,
}: {
  run: Pick<Run, 'id' | 'status' | 'failed'>;
  onAgain: () => void;
}) {
  const { tell, tellFault } = useToast();
  const [cancel, cancelling] = useMutation(CANCEL_RUN);
  const [retry, retrying] = useMutation(RETRY_RUN);
  const variables = { input: { runId: run.id } };
  if (!hasEnded(run.status))
    return (
      <Button
        kind="danger"
        busy={cancelling.loading}
        onClick={() =>
          void cancel({ variables }).then(
            () => tell('Run cancelled. Answers received so far are kept.'),
            tellFault,
          )
        }
      >
        Cancel run
      </Button>
    );
  if (run.failed === 0) return null;
  return (
    <Button
      busy={retrying.loading}
      onClick={() =>
        void retry({ variables }).then(() => {
          tell('Retrying the failed answers.');
          onAgain();
        }, tellFault)
      }
    >
      Retry {asCount(run.failed)} failed
    </Button>
  );
}
