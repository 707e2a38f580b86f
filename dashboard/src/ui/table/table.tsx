import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/**
 * Table that scrolls horizontally in narrow windows; `head` and `children` are rows.
 * The caption is for screen readers only.
 */
export const Table = ({
  caption,
  head,
  children,
  className,
  ...table
}: {
  caption: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
} & Pick<ComponentProps<'table'>, 'ref' | 'role' | 'onFocus' | 'onKeyDown'>) => (
  <section
    aria-label={caption}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    tabIndex={0}
    className={clsx('relative overflow-x-auto', className)}
  >
    <table className="table" {...table}>
      <caption className="sr-only">{caption}</caption>
      <thead>{head}</thead>
      <tbody>{children}</tbody>
    </table>
  </section>
);
