import type { Stage } from '../generated/graphql.js';

export const STAGES: readonly Stage[] = ['AWARENESS', 'INTEREST', 'DESIRE', 'ACTION'];

export const stageName = (stage: Stage): string =>
  stage.charAt(0) + stage.slice(1).toLowerCase();
