import { defineEntity, p } from '@mikro-orm/core';
import type { LintSeverity } from '../domain/facts/rule.js';
import { identified, instant } from './tenant.js';

export type LintTarget = 'wiki_page' | 'rewrite';

export const LintIssue = defineEntity({
  name: 'LintIssue',
  tableName: 'lint_issue',
  properties: {
    ...identified,
    brandId: p.uuid().nullable(),
    targetType: p.string().$type<LintTarget>(),
    targetId: p.uuid(),
    rule: p.string(),
    identity: p.string(),
    severity: p.string().$type<LintSeverity>(),
    message: p.text(),
    field: p.string(),
    excerpt: p.text(),
    startOffset: p.integer(),
    openedAt: instant(),
    closedAt: instant().nullable(),
  },
});
