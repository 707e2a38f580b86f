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

/** Everything a use case may access. Created once, in `runtime.ts`. */
export interface Deps {
  config: Config;
  log: Log;
  db: Db;
  events: Events;
  queue: Queue;
  engines: Engines;
  /** Daily budget of live engine calls. */
  spend: EngineSpend;
  mail: Mailer;
  auth: AuthService;
  windows: FallbackLimiter;
  /** Queue of all work that hashes passwords. */
  hashes: HashQueue;
  requests: RequestCounts;
  /** Keyed digest: equal texts have equal digests, and guessing texts requires the secret key. */
  digest(text: string): string;
  readUrl: ReadUrl;
  locateUrl: LocateUrl;
  reader: Reader;
  vault: Vault;
  /** Posts to public addresses and to the hosts in WEBHOOK_ALLOW_HOSTS. */
  post: Dialer['post'];
  resolveHost: ResolveHost;
  now(): Date;
}
