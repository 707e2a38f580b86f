import type { Transporter } from 'nodemailer';
import { type Db, SYSTEM, type Transaction } from '../database/db.js';
import { newId } from '../domain/accounts/id.js';
import { Mail } from '../entities/account.js';
import type { Log } from '../observability/log.js';

export interface Message {
  to: string;
  subject: string;
  text: string;
  /** Part of the text that is masked in the stored copy. */
  secret?: string;
}

export interface Mailer {
  /** Stores the message, then sends it if there is a mail server. Never rejects, so that mail never fails a request. */
  send(message: Message): Promise<void>;
  /** Like `send`, but resolves as soon as the message is stored. */
  sendLater(message: Message): Promise<void>;
  /**
   * Stores the message once under the id, and sends it unless it is sent already. Rejects when the mail server does
   * not accept it; returns `kept` without a mail server.
   */
  deliver(id: string, message: Message): Promise<'sent' | 'kept'>;
  /** Stores the message in the caller's transaction. @returns a function that sends it; call it after the commit */
  keep(tx: Transaction, message: Message): Promise<() => Promise<void>>;
}

const TIMEOUT_MS = 10_000;

function insert(tx: Transaction, id: string, message: Message): Promise<unknown> {
  const { to, subject, text, secret } = message;
  const body = secret === undefined ? text : text.replaceAll(secret, '…');
  return tx.em.insert(Mail, { id, recipient: to, subject, body, createdAt: new Date() });
}

export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  db: Db;
  log: Log;
}): Mailer {
  const { db, log } = options;
  let transport: Promise<Transporter> | undefined;
  /** Loads the client with the first message, because most processes send none. */
  async function connect(smtpUrl: string): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport(smtpUrl, { from: options.from } as object);
  }

  /** @returns whether the message has already been sent */
  const keepOnce = (id: string, message: Message): Promise<boolean> =>
    db.transaction(SYSTEM, async (tx) => {
      const kept = await tx.em.findOne(Mail, { id });
      if (kept !== null) return kept.sentAt !== null;
      await insert(tx, id, message);
      return false;
    });

  async function post(id: string, { to, subject, text }: Message): Promise<'sent' | 'kept'> {
    if (options.smtpUrl === undefined) return 'kept';
    transport ??= connect(options.smtpUrl);
    const server = await transport;
    await Promise.race([
      server.sendMail({ from: options.from, to, subject, text }),
      new Promise((_, reject) =>
        setTimeout(() => reject(new Error('the mail server did not answer')), TIMEOUT_MS).unref(),
      ),
    ]);
    await db.transaction(SYSTEM, (tx) => tx.em.nativeUpdate(Mail, { id }, { sentAt: new Date() }));
    return 'sent';
  }

  async function keep(tx: Transaction, message: Message): Promise<() => Promise<void>> {
    const id = newId();
    await insert(tx, id, message);
    return () =>
      post(id, message).then(
        () => {},
        (error) =>
          log.error({ err: error, mailId: id }, 'a message could not be sent; it remains stored'),
      );
  }

  const keepAlone = (message: Message) =>
    db
      .transaction(SYSTEM, (tx) => keep(tx, message))
      .catch((error) => log.error({ err: error }, 'a message could not be stored'));

  return {
    keep,
    deliver: async (id, message) => ((await keepOnce(id, message)) ? 'sent' : post(id, message)),
    async send(message) {
      const sendKept = await keepAlone(message);
      await sendKept?.();
    },
    async sendLater(message) {
      const sendKept = await keepAlone(message);
      void sendKept?.();
    },
  };
}
