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
import { onSessionEnd } from '../api/session-end.js';
import { EmptyState, ErrorState } from '../ui/states.js';
import { readBrandFilters, readPromptFilters, readSignIn, readWorld } from './search.js';
import { Shell } from './shell.js';

/**
 * All addresses of the dashboard. A page is a file in `pages/` with one component, loaded with its
 * route; what may stand behind the question mark is read by a function of `search.ts`.
 */

const root = createRootRoute({
  validateSearch: readWorld,
  search: { middlewares: [retainSearchParams(['environment'])] },
  component: Outlet,
  notFoundComponent: () => <EmptyState title="There is no page at this address" />,
});

/* Open to everyone. */

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/sign-in',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('../pages/sign-in.js'), 'SignIn'),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/sign-up',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('../pages/sign-up.js'), 'SignUp'),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/forgot-password',
  component: lazyRouteComponent(() => import('../pages/forgot-password.js'), 'ForgotPassword'),
});
const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/new-password',
  validateSearch: readSignIn,
  component: lazyRouteComponent(() => import('../pages/new-password.js'), 'NewPassword'),
});

/* For whoever is signed in, inside the frame with the navigation. */

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  async beforeLoad({ search, location }) {
    const session = await readSession(search.environment ?? 'live');
    if (session === null)
      throw redirect({
        to: '/dashboard/sign-in',
        search: { ...search, back: location.href },
      });
    return { session };
  },
  component: Shell,
  errorComponent: ({ error, reset }) => <ErrorState error={error} retry={reset} />,
});

const brands = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('../pages/brands.js'), 'Brands'),
});

/* Of one brand. */

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
  component: lazyRouteComponent(() => import('../pages/overview.js'), 'Overview'),
});
const visibility = createRoute({
  getParentRoute: () => brand,
  path: 'visibility',
  component: lazyRouteComponent(() => import('../pages/visibility.js'), 'Visibility'),
});
const prompts = createRoute({
  getParentRoute: () => brand,
  path: 'prompts',
  validateSearch: readPromptFilters,
  component: lazyRouteComponent(() => import('../pages/prompts.js'), 'Prompts'),
});
const prompt = createRoute({
  getParentRoute: () => brand,
  path: 'prompts/$promptId',
  component: lazyRouteComponent(() => import('../pages/prompt.js'), 'PromptPage'),
});
const runs = createRoute({
  getParentRoute: () => brand,
  path: 'runs',
  component: lazyRouteComponent(() => import('../pages/runs.js'), 'Runs'),
});
const run = createRoute({
  getParentRoute: () => brand,
  path: 'runs/$runId',
  component: lazyRouteComponent(() => import('../pages/run.js'), 'RunPage'),
});

const tree = root.addChildren([
  signIn,
  signUp,
  forgotPassword,
  newPassword,
  shell.addChildren([
    brands,
    brand.addChildren([overview, visibility, prompts, prompt, runs, run]),
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
