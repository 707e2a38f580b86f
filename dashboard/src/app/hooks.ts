import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type BrandSearch, type Days, splitList, USUAL_DAYS } from './search.js';

const rootRoute = getRouteApi('__root__');
const shellRoute = getRouteApi('/shell');
const brandRoute = getRouteApi('/shell/dashboard/brands/$brandId');

/** Environment whose data is shown. */
export const useEnvironment = () => rootRoute.useSearch().environment ?? 'live';

/** Session of the signed-in person. */
export const useSession = () => shellRoute.useRouteContext().session;

/** False for viewers, who have read access only. */
export const useMayWrite = (): boolean => useSession().auth.scopes.includes('WRITE');
/** Whether the person may manage keys, webhooks and members. @public */
export const useMayAdmin = (): boolean => useSession().auth.scopes.includes('ADMIN');

export const useBrandId = (): string => brandRoute.useParams().brandId;

export interface BrandFilters {
  days: Days;
  /** Selected platforms; empty for all. */
  platforms: readonly string[];
  /** Whether changes from the previous period are shown. */
  isComparing: boolean;
  /** Updates the filters in the address. */
  set(change: BrandSearch): void;
}

export function useBrandFilters(): BrandFilters {
  const { days = USUAL_DAYS, platforms, compare } = brandRoute.useSearch();
  // Not the route's own `useNavigate`: there `.` would mean the overview on every page.
  const navigate = useNavigate();
  return {
    days,
    platforms: splitList(platforms),
    isComparing: compare !== 'none',
    set: (change) =>
      void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true }),
  };
}
