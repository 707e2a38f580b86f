import type { AuthService } from './auth/auth.js';
import type { HashQueue } from './auth/hash-queue.js';
import type { Config } from './config/config.js';
import type { Vault } from './config/vault.js';
import type { Db } from './database/db.js';
import type { Events } from './database/events.js';
import type { EngineSpend } from './engines/engine-spend.js';
import type { Engines } from './engines/registry.js';
import type { Queue } from './jobs/queue.js';
import type { Dialer } from './net/dial.js';
import type { Mailer } from './net/mail.js';
import type { LocateUrl, ReadUrl } from './net/read-url.js';
import type { ResolveHost } from './net/resolve-host.js';
import type { Log } from './observability/log.js';
import type { FallbackLimiter } from './rate-limits/fallback.js';
import type { Reader } from './reading/reader.js';
import type { RequestCounts } from './request/request-counts.js';

export type { Statement, Tenant, Transaction, Values } from './database/db.js';
export { SYSTEM } from './database/db.js';
export type { ReadUrl, UrlResponse } from './net/read-url.js';

/** What every use case may touch: the rows, jobs and notifications of this installation, and its clock. */
export interface StoreDeps {
  config: Config;
  log: Log;
  db: Db;
  events: Events;
  queue: Queue;
  requests: RequestCounts;
  /** The same text gives the same digest, and nobody without the server's secret can try texts. */
  digest(text: string): string;
  now(): Date;
}

/** Asks answer engines, which costs money, and reads what they answer. */
export interface EngineDeps {
  engines: Engines;
  /** What the server may spend on live engines. */
  spend: EngineSpend;
  reader: Reader;
}

/** Leaves the installation: mail, pages and webhooks. */
export interface NetDeps {
  mail: Mailer;
  readUrl: ReadUrl;
  locateUrl: LocateUrl;
  /** Posts to public addresses and to what WEBHOOK_ALLOW_HOSTS opens. */
  post: Dialer['post'];
  resolveHost: ResolveHost;
}

/** Signs people in, limits callers and seals secrets. */
export interface AccessDeps {
  auth: AuthService;
  windows: FallbackLimiter;
  /** Where everything that hashes passwords waits for its turn. */
  hashes: HashQueue;
  vault: Vault;
}

/** Everything that a use case may touch, by room; a signature names the rooms that it enters. Created once, in `runtime.ts`. */
export interface Deps extends StoreDeps, EngineDeps, NetDeps, AccessDeps {}
