import type { EntityManager } from '@mikro-orm/postgresql';
import { createTransport } from 'nodemailer';
import type { Db } from './db.js';
import { newId } from './domain/id.js';
import { Mail } from './entities/account.js';
import type { Log } from './log.js';

export interface Message {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Keeps the message, then sends it if there is a mail server. Never rejects: mail is not worth a failed request. */
  send(message: Message): Promise<void>;
  /** Keeps the message in the caller's transaction; what it resolves to sends it, for once that is committed. */
  keep(em: EntityManager, message: Message): Promise<() => Promise<void>>;
}

const TIMEOUT_MS = 10_000;

export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  db: Db;
  log: Log;
}): Mailer {
  const transport = options.smtpUrl
    ? createTransport(options.smtpUrl, { from: options.from } as object)
    : undefined;

  async function deliver(id: string, message: Message): Promise<void> {
    if (transport === undefined) return;
    await Promise.race([
      transport.sendMail({ from: options.from, ...message }),
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error('the mail server did not answer')), TIMEOUT_MS).unref(),
      ),
    ]);
    await options.db.writeShared((em) => em.nativeUpdate(Mail, { id }, { sentAt: new Date() }));
  }

  const fail = (id: string) => (error: unknown) =>
    options.log.error({ err: error, mailId: id }, 'a message could not be sent; it is kept');

  async function keep(em: EntityManager, message: Message): Promise<() => Promise<void>> {
    const id = newId();
    await em.insert(Mail, {
      id,
      recipient: message.to,
      subject: message.subject,
      body: message.text,
      createdAt: new Date(),
    });
    return () => deliver(id, message).catch(fail(id));
  }

  return {
    keep,
    async send(message) {
      const deliverKept = await options.db
        .writeShared((em) => keep(em, message))
        .catch((error) => options.log.error({ err: error }, 'a message could not be kept'));
      await deliverKept?.();
    },
  };
}
