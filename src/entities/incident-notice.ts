import { defineEntity, p } from '@mikro-orm/core';
import type { Severity } from '../domain/incidents/severity.js';
import { instant, tenant } from './tenant.js';

export const IncidentNoticeSetting = defineEntity({
  name: 'IncidentNoticeSetting',
  tableName: 'incident_notice_setting',
  properties: {
    ...tenant,
    email: p.boolean(),
    leastSeverity: p.string().$type<Severity>(),
    /** Encrypted by the vault. */
    slackUrl: p.blob().nullable(),
    slackMask: p.string().nullable(),
    emailSentAt: instant().nullable(),
    emailFailedAt: instant().nullable(),
    emailError: p.string().nullable(),
    slackSentAt: instant().nullable(),
    slackFailedAt: instant().nullable(),
    slackError: p.string().nullable(),
    updatedAt: instant(),
  },
});
