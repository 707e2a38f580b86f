import { ApolloProvider } from '@apollo/client/react';
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { clientOf, forgetAll } from '../api/client.js';
import { signOut } from '../api/sign-in.js';
import { markSignedIn } from '../api/who-was-in.js';
import { ConnectionDot } from '../ui/connection-dot.js';
import { PAGE } from '../ui/dialog/focus.js';
import { useToast } from '../ui/dialog/toast.js';
import { Icon } from '../ui/icon.js';
import { Segmented } from '../ui/segmented.js';
import { AccessNotice } from './access-notice.js';
import { useEnvironment, useSession } from './hooks.js';
import { Logo } from './logo.js';
import { Navigation } from './navigation.js';
import { SkipLink } from './skip-link.js';
import { ThemeSwitch } from './theme-switch.js';

/** A brand exists in one environment only, so a switch leads to the list of brands. */
function EnvironmentSwitch() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  return (
    <Segmented
      label="Environment"
      name="environment"
      value={environment}
      options={[
        { value: 'live', label: 'Live' },
        { value: 'test', label: 'Test' },
      ]}
      onChange={(value) =>
        void navigate({
          to: '/dashboard',
          search: { environment: value === 'test' ? 'test' : undefined },
        })
      }
    />
  );
}

function Person() {
  const { user, account } = useSession();
  const router = useRouter();
  const { tellFault } = useToast();
  const leave = async () => {
    try {
      await signOut();
      markSignedIn(null);
      await router.navigate({ to: '/dashboard/sign-in', search: { reason: 'signed-out' } });
      await forgetAll();
    } catch (error) {
      tellFault(error);
    }
  };
  return (
    <div className="flex items-center gap-1 border-t border-line pt-3">
      <div className="min-w-0 flex-1 px-2.5">
        <p className="truncate text-sm font-medium" title={user.email}>
          {user.name}
        </p>
        <p className="truncate text-xs text-ink-faint">
          {account.name === user.name
            ? `${account.tier.toLowerCase()} plan`
            : `${account.tier.toLowerCase()} · ${account.name}`}
        </p>
        <p className="truncate text-xs text-ink-faint">
          {account.role === 'VIEWER' ? 'Viewer: read-only' : account.role?.toLowerCase()}
        </p>
      </div>
      <ThemeSwitch />
      <button
        type="button"
        aria-label="Sign out"
        title="Sign out"
        className="rounded-md p-2 text-ink-soft hover:bg-sunken hover:text-ink"
        onClick={() => void leave()}
      >
        <Icon name="out" />
      </button>
    </div>
  );
}

/** Frame of all pages for signed-in people. */
export function Shell() {
  const environment = useEnvironment();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  return (
    <ApolloProvider client={clientOf(environment)}>
      <SkipLink />
      <div className="min-h-dvh lg:grid lg:grid-cols-[232px_minmax(0,1fr)]">
        <header className="border-line bg-surface max-lg:border-b lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:border-r lg:px-3 lg:py-4">
          <div className="flex items-center justify-between max-lg:px-4 max-lg:py-2.5 lg:px-2.5">
            <Logo />
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls="menu"
              className="flex items-center gap-2 rounded-md p-2 text-sm font-medium text-ink-soft lg:hidden"
              onClick={() => setOpen(!isOpen)}
            >
              <Icon name={isOpen ? 'close' : 'menu'} />
              Menu
            </button>
          </div>
          <div
            id="menu"
            className={clsx(
              'min-h-0 flex-1 flex-col max-lg:border-t max-lg:border-line max-lg:p-4 lg:flex',
              isOpen ? 'flex' : 'max-lg:hidden',
            )}
          >
            <div className="px-2.5 lg:mt-4">
              <EnvironmentSwitch />
              {environment === 'test' && (
                <p className="mt-1.5 text-xs text-ink-faint">
                  Sandbox data, separate from live data
                </p>
              )}
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto pb-4">
              <Navigation key={environment} environment={environment} />
            </div>
            <Person />
          </div>
        </header>
        <div className="min-w-0">
          <main
            id={PAGE}
            tabIndex={-1}
            className="relative mx-auto max-w-[1440px] px-4 py-6 outline-none sm:px-8"
          >
            <div className="absolute top-1 right-4 flex sm:right-8">
              <ConnectionDot />
            </div>
            <AccessNotice />
            <Outlet key={environment} />
          </main>
        </div>
      </div>
    </ApolloProvider>
  );
}
