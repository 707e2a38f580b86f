import { type Statement, type StoreDeps, SYSTEM } from '../../deps.js';

export interface KeptMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  createdAt: Date;
  /** Null when no mail server accepted the mail. */
  sentAt: Date | null;
}

const LIST: Statement = {
  name: 'mail',
  text: `select id, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt" from auth.mail
    where :recipient::text is null or lower(recipient) = lower(:recipient) order by id desc limit :limit`,
};

/** Newest first, of one recipient or of all. */
export const listMail = (
  deps: StoreDeps,
  { recipient, limit }: { recipient: string | null; limit: number },
): Promise<KeptMail[]> => deps.db.query<KeptMail>(SYSTEM, LIST, { recipient, limit });
