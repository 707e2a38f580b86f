import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { forgetAll } from '../api/client.js';
import { readSession } from '../api/session.js';
import { onRightsChange, onSessionEnd } from '../api/session-end.js';
import { markSignedIn, whoWasIn } from '../api/who-was-in.js';
import { focusPage } from '../ui/dialog/focus.js';
import { EmptyState, ErrorState } from '../ui/states.js';
import {
  readBrandFilters,
  readEnvironment,
  readInvite,
  readPromptFilters,
  readSignIn,
  readSignUp,
  readWebhook,
} from './search.js';
import { Shell } from './shell.js';

/**
 * All routes of the dashboard. Each page is a file in `pages/` with one component, loaded with its route.
 * A function of `search.ts` validates the search parameters.
 */

const root = createRootRoute({
  validateSearch: readEnvironment,
  search: { middlewares: [retainSearchParams(['environment'])] },
  component: Outlet,
  notFoundComponent: () => (
    <EmptyState
      title="Page not found"
      action={
        <a href="/dashboard" className="link">
          Go to brands
        </a>
      }
    />
  ),
});

/* Public pages. */

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/sign-in',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('../pages/auth/sign-in.js'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/sign-up',
  validateSearch: readSignUp,
  component: lazyRouteComponent(() => import('../pages/auth/sign-up.js'), 'SignUp'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/forgot-password',
  component: lazyRouteComponent(() => import('../pages/auth/forgot-password.js'), 'ForgotPassword'),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/new-password',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('../pages/auth/new-password.js'), 'NewPassword'),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/invite',
  validateSearch: readInvite,
  component: lazyRouteComponent(() => import('../pages/auth/invite.js'), 'Invite'),
});
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: lazyRouteComponent(() => import('./public-frame.js'), 'PublicFrame'),
});
const scan = createRoute({
  getParentRoute: () => open,
  path: '/scan',
  component: lazyRouteComponent(() => import('../pages/public/scan.js'), 'Scan'),
});
const status = createRoute({
  getParentRoute: () => open,
  path: '/status',
  component: lazyRouteComponent(() => import('../pages/public/status.js'), 'StatusPage'),
});

/* Pages for signed-in people, inside the frame with the navigation. */

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  async beforeLoad({ search, location }) {
    const session = await readSession(search.environment ?? 'live');
    if (session === null)
      throw redirect({
        to: '/dashboard/sign-in',
        search: {
          ...search,
          back: location.href,
          reason: whoWasIn() === null ? undefined : 'expired',
        },
      });
    markSignedIn(session.user.email);
    return { session };
  },
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
});

const brands = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('../pages/brands/brands.js'), 'Brands'),
});

const keys = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/keys',
  component: lazyRouteComponent(() => import('../pages/account/keys.js'), 'Keys'),
});
const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks.js'), 'Webhooks'),
});
const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/webhooks/$endpointId',
  validateSearch: readWebhook,
  component: lazyRouteComponent(() => import('../pages/webhooks/webhook.js'), 'Webhook'),
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/settings',
  component: lazyRouteComponent(() => import('../pages/account/settings.js'), 'Settings'),
});
const profile = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/account/profile.js'), 'Profile'),
});
const team = createRoute({
  getParentRoute: () => settings,
  path: 'team',
  component: lazyRouteComponent(() => import('../pages/account/team.js'), 'Team'),
});
const engines = createRoute({
  getParentRoute: () => settings,
  path: 'engines',
  component: lazyRouteComponent(() => import('../pages/account/engines.js'), 'Engines'),
});

/* Pages of one brand. */

const brand = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard/brands/$brandId',
  validateSearch: readBrandFilters,
  search: { middlewares: [retainSearchParams(['days', 'platforms'])] },
  component: Outlet,
});
const overview = createRoute({
  getParentRoute: () => brand,
  path: '/',
  component: lazyRouteComponent(() => import('../pages/overview/overview.js'), 'Overview'),
});
const visibility = createRoute({
  getParentRoute: () => brand,
  path: 'visibility',
  component: lazyRouteComponent(() => import('../pages/overview/visibility.js'), 'Visibility'),
});
const prompts = createRoute({
  getParentRoute: () => brand,
  path: 'prompts',
  validateSearch: readPromptFilters,
  component: lazyRouteComponent(() => import('../pages/prompts/prompts.js'), 'Prompts'),
});
const prompt = createRoute({
  getParentRoute: () => brand,
  path: 'prompts/$promptId',
  component: lazyRouteComponent(() => import('../pages/prompts/prompt.js'), 'PromptPage'),
});
const runs = createRoute({
  getParentRoute: () => brand,
  path: 'runs',
  component: lazyRouteComponent(() => import('../pages/runs/runs.js'), 'Runs'),
});
const run = createRoute({
  getParentRoute: () => brand,
  path: 'runs/$runId',
  component: lazyRouteComponent(() => import('../pages/runs/run.js'), 'RunPage'),
});
const brandSettings = createRoute({
  getParentRoute: () => brand,
  path: 'settings',
  component: lazyRouteComponent(() => import('../pages/brands/brand-settings.js'), 'BrandSettings'),
});

const tree = root.addChildren([
  signIn,
  signUp,
  forgotPassword,
  newPassword,
  invite,
  open.addChildren([scan, status]),
  shell.addChildren([
    brands,
    keys,
    webhooks,
    webhook,
    settings.addChildren([profile, team, engines]),
    brand.addChildren([overview, visibility, prompts, prompt, runs, run, brandSettings]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onSessionEnd(() => {
  const { pathname, href, search } = router.state.location;
  if (pathname === '/dashboard/sign-in') return;
  void router.navigate({
    to: '/dashboard/sign-in',
    search: { environment: search.environment, back: href, reason: 'expired' },
  });
  void forgetAll();
});

onRightsChange(() => {
  void readSession(router.state.location.search.environment ?? 'live', true).then(
    () => router.invalidate(),
    // The rejected request already shows its error; the next page reads the session again.
    () => {},
  );
});

// After navigation, move the focus to the page content, for screen readers and keyboard users.
router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
  if (fromLocation !== undefined && pathChanged) focusPage();
});
