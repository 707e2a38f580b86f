import type { SampleState } from '../generated/graphql.js';

/** Whether a rate rests on fewer than 21 effective answers. */
export const isThin = ({ state }: { state: SampleState }): boolean => state === 'INSUFFICIENT';
