import clsx from 'clsx';
import { lazy, Suspense, useState } from 'react';
import type { SurfaceProps } from './dialog-surface.js';

const Surface = lazy(() =>
  import('./dialog-surface.js').then((file) => ({ default: file.Surface })),
);

/** Loads the dialog code when a dialog is first opened. */
function Opened({ className, ...props }: SurfaceProps & { className: string }) {
  const [wasOpen, setWasOpen] = useState(props.open);
  if (props.open && !wasOpen) setWasOpen(true);
  return wasOpen ? (
    <Suspense fallback={null}>
      <Surface {...props} className={className} />
    </Suspense>
  ) : null;
}

/** Centred dialog for a decision or a short form. */
export const Dialog = (props: SurfaceProps) => (
  <Opened
    {...props}
    className={clsx(
      'top-[12vh] left-1/2 max-h-[80vh] -translate-x-1/2 rounded-xl border',
      // Long secrets must wrap.
      props.isGuarded ? 'w-[min(560px,calc(100vw-24px))]' : 'w-[min(480px,calc(100vw-24px))]',
    )}
  />
);

/** Full-height panel at the side, for evidence and details. */
export const Drawer = (props: SurfaceProps) => (
  <Opened
    {...props}
    className="inset-y-0 right-0 w-[min(680px,100vw)] border-l [animation:slide-in_160ms_ease-out]"
  />
);
