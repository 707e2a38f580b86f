import { lazy, Suspense } from 'react';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Skeleton } from '../../ui/states.js';

const StartRunForm = lazy(() =>
  import('./start-run-form.js').then((file) => ({ default: file.StartRunForm })),
);

/** Dialog that starts a run: platforms and samples, with estimated cost, duration and interval. */
export const StartRun = ({
  brandId,
  open,
  onClose,
}: {
  brandId: string;
  open: boolean;
  onClose: () => void;
}) => (
  <Dialog open={open} onClose={onClose} title="Start a run">
    <Suspense fallback={<Skeleton className="h-64" />}>
      <StartRunForm brandId={brandId} onClose={onClose} />
    </Suspense>
  </Dialog>
);
