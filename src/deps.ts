import type { Auth } from './auth.js';
import type { Config } from './config.js';
import type { Db } from './db.js';
import type { Engines } from './engines/registry.js';
import type { Events } from './events.js';
import type { Queue } from './jobs/queue.js';
import type { Log } from './log.js';
import type { Mailer } from './mail.js';

export type { Scope, Statement } from './db.js';

/** All that a use case may reach. Made once, in `app.ts`. */
export interface Deps {
  config: Config;
  log: Log;
  db: Db;
  events: Events;
  queue: Queue;
  engines: Engines;
  mail: Mailer;
  auth: Auth;
  now(): Date;
}
