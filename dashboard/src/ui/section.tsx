import type { ReactNode } from 'react';

/** Group of settings: title and description on the left, fields on the right. */
export const Section = ({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) => (
  <section
    aria-label={title}
    className="card grid gap-x-10 gap-y-4 px-5 py-5 lg:grid-cols-[240px_minmax(0,1fr)]"
  >
    <div>
      <h2 className="font-semibold">{title}</h2>
      {about && <div className="mt-1 text-sm text-ink-soft">{about}</div>}
    </div>
    <div className="min-w-0 max-w-[640px]">{children}</div>
  </section>
);
