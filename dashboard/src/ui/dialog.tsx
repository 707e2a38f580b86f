import clsx from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from './icon.js';

interface Props {
  open: boolean;
  onClose: () => void;
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

const Surface = ({
  open,
  onClose,
  title,
  about,
  children,
  className,
}: Props & { className: string }) => (
  <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-black/40" />
      <Radix.Content
        {...(about === undefined && { 'aria-describedby': undefined })}
        className={clsx(
          'fixed z-50 flex flex-col border-line bg-raised shadow-[0_12px_40px_var(--shadow)]',
          className,
        )}
      >
        <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-3.5">
          <div className="min-w-0">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {about !== undefined && (
              <Radix.Description asChild>
                <div className="mt-0.5 text-sm text-ink-soft">{about}</div>
              </Radix.Description>
            )}
          </div>
          <Radix.Close
            aria-label="Close"
            className="-mr-2 rounded-md p-2 text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <Icon name="close" />
          </Radix.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** In the middle: one decision or one short form. */
export const Dialog = (props: Props) => (
  <Surface
    {...props}
    className="top-[12vh] left-1/2 max-h-[80vh] w-[min(480px,calc(100vw-24px))] -translate-x-1/2 rounded-xl border"
  />
);

/** At the side, as high as the window: evidence and details beside what they belong to. */
export const Drawer = (props: Props) => (
  <Surface
    {...props}
    className="inset-y-0 right-0 w-[min(680px,100vw)] border-l [animation:slide-in_160ms_ease-out]"
  />
);
