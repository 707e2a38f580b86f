import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import type { SurfaceProps } from './dialog-surface.js';

const Surface = lazy(() =>
  import('./dialog-surface.js').then((file) => ({ default: file.Surface })),
);

/** Nothing is loaded for what was never opened. */
function Opened({ className, ...props }: SurfaceProps & { className: string }) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense fallback={null}>
      <Surface {...props} className={className} />
    </Suspense>
  ) : null;
}

/** In the middle: one decision or one short form. */
export const Dialog = (props: SurfaceProps) => (
  <Opened
    {...props}
    className={clsx(
      'top-[12vh] left-1/2 max-h-[80vh] -translate-x-1/2 rounded-xl border',
      // Secrets are long words.
      props.isGuarded ? 'w-[min(560px,calc(100vw-24px))]' : 'w-[min(480px,calc(100vw-24px))]',
    )}
  />
);

/** At the side, as high as the window: evidence and details beside what they belong to. */
export const Drawer = (props: SurfaceProps) => (
  <Opened
    {...props}
    className="inset-y-0 right-0 w-[min(680px,100vw)] border-l [animation:slide-in_160ms_ease-out]"
  />
);
