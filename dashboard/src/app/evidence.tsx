import { lazy, Suspense } from 'react';
import { Drawer } from '../ui/dialog/dialog.js';
import { Skeleton } from '../ui/states.js';
import type { EvidenceOf } from './evidence-list.js';

export type { EvidenceOf };

const EvidenceList = lazy(() =>
  import('./evidence-list.js').then((file) => ({ default: file.EvidenceList })),
);

/** Drawer with the answers behind a number. */
export const EvidenceDrawer = ({
  brandId,
  days,
  of,
  onClose,
}: {
  brandId: string;
  days: number;
  of: EvidenceOf | null;
  onClose: () => void;
}) => (
  <Drawer open={of !== null} onClose={onClose} title={of?.title ?? ''}>
    <Suspense fallback={<Skeleton className="h-80" />}>
      {of && <EvidenceList brandId={brandId} days={days} of={of} />}
    </Suspense>
  </Drawer>
);
