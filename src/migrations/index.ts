import { Migration0001Identity } from './0001-identity.js';
import { Migration0002Brands } from './0002-brands.js';
import { Migration0003Runs } from './0003-runs.js';
import { Migration0004TruncatedAnswers } from './0004-truncated-answers.js';

/** In the order in which they are applied; one that was released never changes. */
export const migrations = [
  Migration0001Identity,
  Migration0002Brands,
  Migration0003Runs,
  Migration0004TruncatedAnswers,
];
