import type { IconName } from '../ui/icon-paths.js';

/** Navigation links, shared by the dashboard, /graphiql and /docs. */

interface Place {
  to: string;
  label: string;
  icon: IconName;
}

export const BRANDS = {
  to: '/dashboard',
  label: 'Brands',
  icon: 'brands',
} as const satisfies Place;

/** Pages of a brand; `to` is relative to the address of the brand. */
export const OF_BRAND = [
  { to: '', label: 'Overview', icon: 'overview' },
  { to: '/visibility', label: 'Visibility', icon: 'visibility' },
  { to: '/prompts', label: 'Prompts', icon: 'prompts' },
  { to: '/runs', label: 'Runs', icon: 'runs' },
  { to: '/settings', label: 'Brand settings', icon: 'settings' },
] as const satisfies readonly Place[];

export const OF_API = [
  { to: '/dashboard/keys', label: 'Keys', icon: 'keys' },
  { to: '/dashboard/webhooks', label: 'Webhooks', icon: 'webhooks' },
] as const satisfies readonly Place[];

/** Pages with their own bundles. */
export const BESIDE = [
  { to: '/graphiql', label: 'Explore', icon: 'explore' },
  { to: '/docs', label: 'API reference', icon: 'docs' },
] as const satisfies readonly Place[];

export const MORE = [
  { to: '/dashboard/settings', label: 'Settings', icon: 'settings' },
  { to: '/scan', label: 'Free scan', icon: 'scan' },
  { to: '/status', label: 'Status', icon: 'status' },
] as const satisfies readonly Place[];

/** Whether a path leads to one of these pages, and so out of this application. */
export const isBeside = (path: string): boolean =>
  BESIDE.some(({ to }) => path.split(/[?#]/)[0] === to);
