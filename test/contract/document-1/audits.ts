import { accessAudits } from './access.js';
import { checkAudits } from './check.js';
import { dashboardAudits } from './dashboard.js';
import { errorAudits } from './error.js';
import { eventAudits } from './event.js';
import { limitAudits } from './limit.js';
import { queryAudits } from './query.js';
import { refusalAudits } from './refusal.js';
import { rewriteAudits } from './rewrite.js';
import { scanAudits } from './scan.js';
import { serviceAudits } from './service.js';

/** Audits of all promises of document 1 that a request and its response can show. */
export const audits1 = [
  ...serviceAudits,
  ...accessAudits,
  ...refusalAudits,
  ...scanAudits,
  ...queryAudits,
  ...checkAudits,
  ...dashboardAudits,
  ...errorAudits,
  ...limitAudits,
  ...rewriteAudits,
  ...eventAudits,
];
