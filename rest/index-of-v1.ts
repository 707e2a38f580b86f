import type { Route, Stability } from './route.js';

/** Body of `GET /api/v1`: links and resources, as paths of this server. */
interface IndexOfV1 {
  service: string;
  links: Readonly<Record<string, string>>;
  resources: readonly { method: string; path: string; stability: Stability }[];
}

export const INDEX_PATH = '/api/v1';
/** Path of the OpenAPI description. */
export const DESCRIPTION_PATH = '/api/v1/openapi.json';
const HEALTH_PATH = '/api/v1/health';

export const toTemplate = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

export const toIndex = (routes: readonly Route[]): IndexOfV1 => ({
  service: 'answerscope',
  links: {
    health: HEALTH_PATH,
    status: '/api/status',
    openapi: DESCRIPTION_PATH,
    docs: '/docs',
    graphql: '/graphql',
    dashboard: '/dashboard',
  },
  resources: routes
    .filter(({ path }) => path.startsWith(`${INDEX_PATH}/`) && path !== HEALTH_PATH)
    .map(({ method, path, stability = 'stable' }) => ({
      method,
      path: toTemplate(path),
      stability,
    })),
});
