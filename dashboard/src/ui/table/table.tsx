import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

/**
 * A real table that scrolls by itself where the window is too narrow: `head` and `children` are rows.
 * The caption names it for those who cannot see it.
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it may have to be scrolled by keyboard
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
