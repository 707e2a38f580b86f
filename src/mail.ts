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

  async function deliver(id: string, message: Message): Promise<void> {
    if (options.smtpUrl === undefined) return;
    transport ??= connect(options.smtpUrl);
    const server = await transport;
    await Promise.race([
      server.sendMail({ from: options.from, ...message }),
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error('the mail server did not answer')), TIMEOUT_MS).unref(),
      ),
    ]);
    await options.db.writeShared((em) => em.nativeUpdate(Mail, { id }, { sentAt: new Date() }));
  }

  return {
    async send(message) {
      const id = newId();
      try {
        await options.db.writeShared((em) =>
          em.insert(Mail, {
            id,
            recipient: message.to,
            subject: message.subject,
            body: message.text,
            createdAt: new Date(),
          }),
        );
        await deliver(id, message);
      } catch (error) {
        options.log.error({ err: error, mailId: id }, 'a message could not be sent; it is kept');
      }
    },
  };
}
