import type { Transporter } from 'nodemailer';
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
  /**
   * Keeps the message under the id, once, and sends it unless that was done. Rejects when the mail server did not take
   * it; `kept` where there is none.
   */
  deliver(id: string, message: Message): Promise<'sent' | 'kept'>;
}

const TIMEOUT_MS = 10_000;

export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  db: Db;
  log: Log;
}): Mailer {
  let transport: Promise<Transporter> | undefined;
  /** Loaded with the first message that is sent: most processes send none. */
  async function connect(smtpUrl: string): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport(smtpUrl, { from: options.from } as object);
  }

  const keep = (id: string, { to, subject, text }: Message): Promise<unknown> =>
    options.db.writeShared((em) =>
      em.insert(Mail, { id, recipient: to, subject, body: text, createdAt: new Date() }),
    );

  /** @returns whether it was sent before */
  const keepOnce = (id: string, message: Message): Promise<boolean> =>
    options.db.writeShared(async (em) => {
      const kept = await em.findOne(Mail, { id });
      if (kept !== null) return kept.sentAt !== null;
      await keep(id, message);
      return false;
    });

  async function post(id: string, message: Message): Promise<'sent' | 'kept'> {
    if (options.smtpUrl === undefined) return 'kept';
    transport ??= connect(options.smtpUrl);
    const server = await transport;
    await Promise.race([
      server.sendMail({ from: options.from, ...message }),
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error('the mail server did not answer')), TIMEOUT_MS).unref(),
      ),
    ]);
    await options.db.writeShared((em) => em.nativeUpdate(Mail, { id }, { sentAt: new Date() }));
    return 'sent';
  }

  return {
    deliver: async (id, message) => ((await keepOnce(id, message)) ? 'sent' : post(id, message)),
    async send(message) {
      const id = newId();
      try {
        await keep(id, message);
        await post(id, message);
      } catch (error) {
        options.log.error({ err: error, mailId: id }, 'a message could not be sent; it is kept');
      }
    },
  };
}
