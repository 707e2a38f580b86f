import { type ReactNode, useEffect } from 'react';

/** Page title, also set as the window title, with the actions of the page. */
export function PageHeader({
  title,
  about,
  marks,
  actions,
}: {
  title: string;
  about?: ReactNode;
  marks?: ReactNode;
  actions?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Answerscope`;
  }, [title]);
  return (
    <header className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {marks}
        </div>
        {about && <div className="mt-0.5 max-w-[80ch] text-ink-soft">{about}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
