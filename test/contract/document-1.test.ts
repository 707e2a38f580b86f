import { afterAll, beforeAll } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { runAudits } from '../helpers/audit.js';
import { createMeasured } from '../helpers/records/measured.js';
import { audits1 } from './document-1/audits.js';
import type { World } from './document-1/world.js';

/** The promises `D1-…` of docs/contract.md, over real sockets and a real database. */

let world: World;

beforeAll(async () => {
  const app = await startApp();
  const { account, brandId } = await createMeasured(app);
  world = { app, account, brandId };
});

afterAll(() => world.app.dispose());

runAudits(audits1, () => world);
