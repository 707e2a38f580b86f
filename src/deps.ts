import type { Auth } from './auth.js';
import type { Config } from './config.js';
import type { Db } from './db.js';
import type { EngineSpend } from './engine-spend.js';
import type { Engines } from './engines/registry.js';
import type { Events } from './events.js';
import type { HashQueue } from './hash-queue.js';
import type { Queue } from './jobs/queue.js';
import type { Log } from './log.js';
import type { Mailer } from './mail.js';
import type { ReadUrl } from './read-url.js';
import type { Reader } from './reading/reader.js';
import type { RequestCounts } from './request-counts.js';
import type { ResolveHost } from './resolve-host.js';
import type { Vault } from './vault.js';
import type { Dialer } from './webhooks/dial.js';
import type { SturdyWindows } from './windows/sturdy.js';

export type { Scope, Statement } from './db.js';
export type { ReadAnswer, ReadUrl } from './read-url.js';

/** All that a use case may reach. Made once, in `app.ts`. */
export interface Deps {
  config: Config;
  log: Log;
  db: Db;
  events: Events;
  queue: Queue;
  engines: Engines;
  /** What the server may spend on live engines. */
  spend: EngineSpend;
  mail: Mailer;
  auth: Auth;
  windows: SturdyWindows;
  /** Where all that hashes passwords waits for its turn. */
  hashes: HashQueue;
  requests: RequestCounts;
  /** The same text gives the same digest, and nobody without the server's secret can try texts. */
  digest(text: string): string;
  readUrl: ReadUrl;
  reader: Reader;
  vault: Vault;
  /** Posts to public addresses and to what WEBHOOK_ALLOW_HOSTS opens. */
  post: Dialer['post'];
  resolveHost: ResolveHost;
  now(): Date;
}
