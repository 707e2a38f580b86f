import * as Radix from '@radix-ui/react-dialog';
import clsx from 'clsx';
import { type ReactNode, useRef } from 'react';
import { Icon } from '../icon.js';
import { findOpeners, focusOpener, setOpeners } from './focus.js';

export interface SurfaceProps {
  open: boolean;
  onClose: () => void;
  title: string;
  about?: ReactNode;
  /** Escape and clicks outside do not close the dialog, because it shows something only once. */
  isGuarded?: boolean;
  children: ReactNode;
}

const refuse = (event: Event): void => event.preventDefault();

/** Modal dialog that traps focus and restores it on close. In its own file, to load it on first use. */
export function Surface({
  open,
  onClose,
  title,
  about,
  isGuarded = false,
  children,
  className,
}: SurfaceProps & { className: string }) {
  // Record the focused element before a field of the dialog takes the focus.
  const opened = useRef<{ from: readonly Element[] } | null>(null);
  const from = useRef<readonly Element[]>([]);
  if (open) opened.current ??= { from: findOpeners() };
  else opened.current = null;
  if (opened.current !== null) from.current = opened.current.from;
  return (
    <Radix.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          {...(about === undefined && { 'aria-describedby': undefined })}
          {...(isGuarded && { onInteractOutside: refuse, onEscapeKeyDown: refuse })}
          ref={(dialog) => {
            if (dialog !== null) setOpeners(dialog, from.current);
          }}
          onCloseAutoFocus={(event) => {
            // Radix has no trigger to return to, so restore the focus here.
            event.preventDefault();
            focusOpener(from.current);
          }}
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
}
