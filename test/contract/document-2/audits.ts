import { aliasAudits } from './alias.js';
import { authenticationAudits } from './authentication.js';
import { authorityAudits } from './authority.js';
import { brandAudits } from './brand.js';
import { citationAudits } from './citation.js';
import { eventAudits } from './event.js';
import { generalAudits } from './general.js';
import { incidentAudits } from './incident.js';
import { lastPlaceAudits } from './last-place.js';
import { limitAudits } from './limit.js';
import { pickerAudits } from './picker.js';
import { probeAudits } from './probe.js';
import { suggestAudits } from './suggest.js';
import { versioningAudits } from './versioning.js';
import { webhookAudits } from './webhook.js';

/** Audits of all promises of document 2 that a request and its response can show. */
export const audits2 = [
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
