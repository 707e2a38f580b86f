import { AnswerResolver, BrandAnswerResolver } from './answer.js';
import { ApiKeyResolver } from './api-key.js';
import { AuthorityResolver } from './authority.js';
import { BrandResolver } from './brand.js';
import {
  BrandGraphResolver,
  CitationBrandResolver,
  IncidentBrandResolver,
  SuggestionBrandResolver,
  WikiPageBrandResolver,
} from './brand-graph.js';
import { CheckResultResolver, CheckRunResolver } from './check-run.js';
import { CitationResolver } from './citation.js';
import { CitationGapResolver } from './citation-gap.js';
import { DashboardResolver, PromptHitsResolver, VisibilitySeriesResolver } from './dashboard.js';
import { HealthResolver } from './health.js';
import { IncidentResolver } from './incident.js';
import { IncidentDetailResolver, IncidentEvidenceResolver } from './incident-detail.js';
import { IncidentNoticeResolver } from './incident-notice.js';
import { LintIssueResolver, RewriteLintResolver, WikiPageLintResolver } from './lint.js';
import { AccountResolver, MemberResolver, MeResolver } from './me.js';
import { PickerResolver } from './picker.js';
import { PlatformResolver } from './platform.js';
import { ProbeProgressResolver } from './probe-progress.js';
import { ProbeResultResolver, ProbeRunResolver } from './probe-run.js';
import { PromptPackResolver, PromptResolver } from './prompt.js';
import { RewriteResolver } from './rewrite.js';
import { RewriteBatchItemResolver, RewriteBatchResolver } from './rewrite-batch.js';
import { BrandScheduleResolver, ScheduleResolver } from './schedule.js';
import { SuggestionResolver } from './suggestion.js';
import { BrandSpendingResolver, UsageResolver } from './usage.js';
import { WebhookDeliveryResolver } from './webhook-delivery.js';
import { WebhookEndpointResolver } from './webhook-endpoint.js';
import { WikiPageResolver } from './wiki.js';

export { limitOf } from './allowance.js';
export { checkAuthorized, enterRoot } from './root.js';

export const resolvers = [
  AnswerResolver,
  BrandAnswerResolver,
  ApiKeyResolver,
  AuthorityResolver,
  BrandGraphResolver,
  BrandResolver,
  CitationBrandResolver,
  IncidentBrandResolver,
  SuggestionBrandResolver,
  WikiPageBrandResolver,
  CheckResultResolver,
  CheckRunResolver,
  CitationGapResolver,
  CitationResolver,
  DashboardResolver,
  PromptHitsResolver,
  VisibilitySeriesResolver,
  HealthResolver,
  IncidentDetailResolver,
  IncidentEvidenceResolver,
  IncidentNoticeResolver,
  IncidentResolver,
  LintIssueResolver,
  RewriteLintResolver,
  WikiPageLintResolver,
  AccountResolver,
  MemberResolver,
  MeResolver,
  PickerResolver,
  PlatformResolver,
  ProbeProgressResolver,
  ProbeResultResolver,
  ProbeRunResolver,
  PromptPackResolver,
  PromptResolver,
  WikiPageResolver,
  RewriteResolver,
  WebhookDeliveryResolver,
  WebhookEndpointResolver,
  RewriteBatchResolver,
  RewriteBatchItemResolver,
  SuggestionResolver,
  ScheduleResolver,
  BrandScheduleResolver,
  BrandSpendingResolver,
  UsageResolver,
] as const;
