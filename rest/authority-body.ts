import { withNumbers } from './bodies.js';
import type { AuthorityQuery } from './generated/graphql.js';

/** The four subscores are numbers too: `states` speaks of them by their names. */
export function toAuthorityBody({
  citationDensity,
  subscores,
  trend7d,
  ...authority
}: NonNullable<AuthorityQuery['authority']>): object {
  const { experience, expertise, authoritativeness, trustworthiness } = subscores;
  const parts = withNumbers(
    {},
    {
      experience: experience.value,
      expertise: expertise.value,
      authoritativeness: authoritativeness.value,
      trustworthiness: trustworthiness.value,
    },
  );
  const body = withNumbers(authority, {
    geoScore: authority.geoScore,
    eeatScore: authority.eeatScore,
    citationDensity: citationDensity.value,
    trend7d: trend7d.value,
  });
  const { states: without, ...numbers } = parts;
  const states = { ...body.states, ...without };
  return {
    ...body,
    subscores: numbers,
    coverage: {
      experience: experience.coverage,
      expertise: expertise.coverage,
      authoritativeness: authoritativeness.coverage,
      trustworthiness: trustworthiness.coverage,
    },
    ...(Object.keys(states).length > 0 && { states }),
  };
}
