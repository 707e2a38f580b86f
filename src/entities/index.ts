import { AccountSetting, ApiKey, IdempotencyRecord, KeyHash, Mail } from './account.js';
import { Brand, Competitor } from './brand.js';
import { CheckRun } from './check-run.js';
import { EngineCall } from './engine-call.js';
import { Incident } from './incident.js';
import { IncidentNoticeSetting } from './incident-notice.js';
import { LintIssue } from './lint.js';
import { Prompt, PromptPack } from './prompt.js';
import { Rewrite } from './rewrite.js';
import { RewriteBatch, RewriteBatchItem } from './rewrite-batch.js';
import { Outbox, ProbeResult, ProbeRun, ResultCitation } from './run.js';
import { Schedule, ScheduleTick } from './schedule.js';
import { Suggestion } from './suggestion.js';
import { WebhookDelivery, WebhookEndpoint } from './webhook.js';
import { WikiPage, WikiVersion } from './wiki.js';

export const entities = [
  AccountSetting,
  ApiKey,
  Brand,
  CheckRun,
  Competitor,
  EngineCall,
  IdempotencyRecord,
  Incident,
  IncidentNoticeSetting,
  KeyHash,
  LintIssue,
  Mail,
  Outbox,
  ProbeResult,
  ProbeRun,
  Prompt,
  PromptPack,
  ResultCitation,
  WikiPage,
  WikiVersion,
  Rewrite,
  WebhookDelivery,
  WebhookEndpoint,
  RewriteBatch,
  RewriteBatchItem,
  Suggestion,
  Schedule,
  ScheduleTick,
];
