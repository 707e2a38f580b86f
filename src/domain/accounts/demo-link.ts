import { createHash, randomBytes } from 'node:crypto';

/** How long a link that signs in to the demo may wait to be opened. */
export const DEMO_LINK_MS = 3_600_000;

export const makeDemoToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a link: from it nobody gets back to the token. */
export const demoLinkName = (token: string): string =>
  `demo-link:${createHash('sha256').update(token).digest('hex')}`;
