import { afterAll, beforeAll } from '@jest/globals';
import { startApp } from '../helpers/app.js';
import { runAudits } from '../helpers/audit.js';
import { call } from '../helpers/client/http.js';
import { createMeasured } from '../helpers/records/measured.js';
import { aliasAudits } from './document-2/alias.js';
import { authenticationAudits } from './document-2/authentication.js';
import { authorityAudits } from './document-2/authority.js';
import { brandAudits } from './document-2/brand.js';
import { citationAudits } from './document-2/citation.js';
import { eventAudits } from './document-2/event.js';
import { generalAudits } from './document-2/general.js';
import { incidentAudits } from './document-2/incident.js';
import { lastPlaceAudits } from './document-2/last-place.js';
import { limitAudits } from './document-2/limit.js';
import { pickerAudits } from './document-2/picker.js';
import { probeAudits } from './document-2/probe.js';
import { suggestAudits } from './document-2/suggest.js';
import { versioningAudits } from './document-2/versioning.js';
import { webhookAudits } from './document-2/webhook.js';
import type { World } from './document-2/world.js';

/** Document 2, sentence by sentence, over real sockets and a real database. */

const audits = [
  ...generalAudits,
  ...authenticationAudits,
  ...brandAudits,
  ...probeAudits,
  ...citationAudits,
  ...incidentAudits,
  ...pickerAudits,
  ...authorityAudits,
  ...suggestAudits,
  ...aliasAudits,
  ...limitAudits,
  ...lastPlaceAudits,
  ...webhookAudits,
  ...eventAudits,
  ...versioningAudits,
];

let world: World;

beforeAll(async () => {
  const app = await startApp();
  const measured = await createMeasured(app);
  const { key } = measured.account;
  const body = { name: 'Marlowe', category: 'raincoats' };
  const made = await call(app.url, 'POST', '/api/v1/brands', { key, body });
  world = {
    app,
    probedId: made.json<{ brand: { id: string } }>().brand.id,
    ...measured,
    get: (path, options) => call(app.url, 'GET', path, { key, ...options }),
    post: (path, body, options) => call(app.url, 'POST', path, { key, body, ...options }),
  };
});

afterAll(() => world.app.dispose());

runAudits(audits, () => world);
