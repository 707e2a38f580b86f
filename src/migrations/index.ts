import { Migration0001Identity } from './0001-identity.js';
import { Migration0002Brands } from './0002-brands.js';
import { Migration0003Runs } from './0003-runs.js';
import { Migration0004TruncatedAnswers } from './0004-truncated-answers.js';
import { Migration0005Sentiment } from './0005-sentiment.js';
import { Migration0006Dashboards } from './0006-dashboards.js';
import { Migration0007Checks } from './0007-checks.js';
import { Migration0008Limits } from './0008-limits.js';
import { Migration0009Rewrites } from './0009-rewrites.js';
import { Migration0010CompetitorSuggestions } from './0010-competitor-suggestions.js';
import { Migration0011Webhooks } from './0011-webhooks.js';
import { Migration0012Wiki } from './0012-wiki.js';
import { Migration0013CitationGaps } from './0013-citation-gaps.js';
import { Migration0014Sentinel } from './0014-sentinel.js';
import { Migration0015Authority } from './0015-authority.js';
import { Migration0016Lint } from './0016-lint.js';
import { Migration0017RewriteBatches } from './0017-rewrite-batches.js';
import { Migration0018Suggestions } from './0018-suggestions.js';
import { Migration0019BrandStrength } from './0019-brand-strength.js';
import { Migration0020OwedLooks } from './0020-owed-looks.js';
import { Migration0021IncidentNotices } from './0021-incident-notices.js';
import { Migration0022WikiFacts } from './0022-wiki-facts.js';
import { Migration0023Usage } from './0023-usage.js';
import { Migration0024Schedules } from './0024-schedules.js';
import { Migration0025Deprecation } from './0025-deprecation.js';
import { Migration0026Origin } from './0026-origin.js';
import { Migration0027AlertMail } from './0027-alert-mail.js';
import { Migration0028RivalDomains } from './0028-rival-domains.js';
import { Migration0029WebhookParts } from './0029-webhook-parts.js';
import { Migration0030LookOrigin } from './0030-look-origin.js';
import { Migration0031OldSecrets } from './0031-old-secrets.js';
import { Migration0032WikiLook } from './0032-wiki-look.js';
import { Migration0033Membership } from './0033-membership.js';
import { Migration0034KnownAddresses } from './0034-known-addresses.js';
import { Migration0035EngineSpend } from './0035-engine-spend.js';
import { Migration0036WikiStatements } from './0036-wiki-statements.js';
import { Migration0037TextMonths } from './0037-text-months.js';
import { Migration0038Citations } from './0038-citations.js';
import { Migration0039OwnPrompts } from './0039-own-prompts.js';
import { Migration0040CheckRunList } from './0040-check-run-list.js';
import { Migration0041SandboxWriter } from './0041-sandbox-writer.js';
import { Migration0042WebSearch } from './0042-web-search.js';
import { Migration0043Uncertain } from './0043-uncertain.js';

/** In the order in which they are applied. Released migrations must not be changed. */
export const migrations = [
  Migration0001Identity,
  Migration0002Brands,
  Migration0003Runs,
  Migration0004TruncatedAnswers,
  Migration0005Sentiment,
  Migration0006Dashboards,
  Migration0007Checks,
  Migration0008Limits,
  Migration0009Rewrites,
  Migration0010CompetitorSuggestions,
  Migration0011Webhooks,
  Migration0012Wiki,
  Migration0013CitationGaps,
  Migration0014Sentinel,
  Migration0015Authority,
  Migration0016Lint,
  Migration0017RewriteBatches,
  Migration0018Suggestions,
  Migration0019BrandStrength,
  Migration0020OwedLooks,
  Migration0021IncidentNotices,
  Migration0022WikiFacts,
  Migration0023Usage,
  Migration0024Schedules,
  Migration0025Deprecation,
  Migration0026Origin,
  Migration0027AlertMail,
  Migration0028RivalDomains,
  Migration0029WebhookParts,
  Migration0030LookOrigin,
  Migration0031OldSecrets,
  Migration0032WikiLook,
  Migration0033Membership,
  Migration0034KnownAddresses,
  Migration0035EngineSpend,
  Migration0036WikiStatements,
  Migration0037TextMonths,
  Migration0038Citations,
  Migration0039OwnPrompts,
  Migration0040CheckRunList,
  Migration0041SandboxWriter,
  Migration0042WebSearch,
  Migration0043Uncertain,
];
