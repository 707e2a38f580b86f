import type { SampleState } from '../generated/graphql.js';

/** True for a rate with fewer than 21 effective answers. */
export const isThin = ({ state }: { state: SampleState }): boolean => state === 'INSUFFICIENT';
