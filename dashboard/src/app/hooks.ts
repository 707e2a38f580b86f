import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type BrandSearch, type Days, splitList, USUAL_DAYS } from './search.js';

const rootRoute = getRouteApi('__root__');
const shellRoute = getRouteApi('/shell');
const brandRoute = getRouteApi('/shell/dashboard/brands/$brandId');

/** The environment whose data are shown. */
export const useEnvironment = () => rootRoute.useSearch().environment ?? 'live';

/** Who is signed in. */
export const useSession = () => shellRoute.useRouteContext().session;

/** Whether they may change anything: a viewer only reads. */
export const useMayWrite = (): boolean => useSession().auth.scopes.includes('WRITE');
/** Keys, webhooks and members are an admin’s. @public */
export const useMayAdmin = (): boolean => useSession().auth.scopes.includes('ADMIN');

export const useBrandId = (): string => brandRoute.useParams().brandId;

export interface BrandFilters {
  days: Days;
  /** None stands for all. */
  platforms: readonly string[];
  /** Whether changes against the period before are shown. */
  isComparing: boolean;
  /** Changes the address, and with it the page. */
  set(change: BrandSearch): void;
}

export function useBrandFilters(): BrandFilters {
  const { days = USUAL_DAYS, platforms, compare } = brandRoute.useSearch();
  // Not the route's own: from there, `.` would be the overview, whichever page one is on.
  const navigate = useNavigate();
  return {
    days,
    platforms: splitList(platforms),
    isComparing: compare !== 'none',
    set: (change) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }),
  };
}
