import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../app/logo.js';
import { ThemeSwitch } from '../../app/theme-switch.js';
import { PAGE } from '../../ui/dialog/focus.js';

/** Layout of the pages for signed-out visitors. */
export function Door({
  title,
  about,
  children,
  below,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  useEffect(() => {
    document.title = `${title} · Answerscope`;
  }, [title]);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-between px-4 py-3 sm:px-8">
        <Logo />
        <ThemeSwitch />
      </header>
      <main
        id={PAGE}
        tabIndex={-1}
        className="grid flex-1 content-start justify-items-center px-4 pt-[8vh] pb-16 outline-none"
      >
        <div className="card w-full max-w-[400px] p-6 sm:p-8">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {about && <div className="mt-1 text-ink-soft">{about}</div>}
          <div className="mt-5">{children}</div>
        </div>
        {below && <div className="mt-4 text-sm text-ink-soft">{below}</div>}
      </main>
    </div>
  );
}
