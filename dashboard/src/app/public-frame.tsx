import { ApolloProvider } from '@apollo/client/react';
import { Link, Outlet } from '@tanstack/react-router';
import { clientOf } from '../api/client.js';
import { PAGE } from '../ui/dialog/focus.js';
import { Logo } from './logo.js';
import { SkipLink } from './skip-link.js';
import { ThemeSwitch } from './theme-switch.js';

const LINK = 'rounded-md px-2 py-1 text-sm font-medium text-ink-soft no-underline hover:text-ink';
const HERE = { className: 'text-ink bg-sunken' };

/** Frame of the public pages. They show data of the live environment. */
export const PublicFrame = () => (
  <ApolloProvider client={clientOf('live')}>
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line bg-surface px-4 py-2.5 sm:px-8">
        <Logo />
        <div className="flex flex-wrap items-center gap-1">
          <nav aria-label="Main" className="flex flex-wrap gap-1">
            <Link to="/scan" className={LINK} activeProps={HERE}>
              Free scan
            </Link>
            <Link to="/status" className={LINK} activeProps={HERE}>
              Status
            </Link>
            <Link to="/dashboard" className={LINK}>
              Dashboard
            </Link>
          </nav>
          <ThemeSwitch />
        </div>
      </header>
      <main
        id={PAGE}
        tabIndex={-1}
        className="mx-auto w-full max-w-[1040px] flex-1 px-4 py-8 outline-none sm:px-8"
      >
        <Outlet />
      </main>
    </div>
  </ApolloProvider>
);
