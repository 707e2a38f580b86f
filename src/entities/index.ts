import { AccountSetting, ApiKey, IdempotencyRecord, KeyHash, Mail } from './account.js';
import { Brand, Competitor } from './brand.js';
import { Prompt, PromptPack } from './prompt.js';
import { Outbox, ProbeResult, ProbeRun, ResultCitation } from './run.js';

export const entities = [
  AccountSetting,
  ApiKey,
  Brand,
  Competitor,
  IdempotencyRecord,
  KeyHash,
  Mail,
  Outbox,
  ProbeResult,
  ProbeRun,
  Prompt,
  PromptPack,
  ResultCitation,
];
