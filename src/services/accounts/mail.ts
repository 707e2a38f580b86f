import type { Deps, Statement } from '../../deps.js';

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
    where $1::text is null or lower(recipient) = lower($1) order by id desc limit $2`,
};

/** Newest first, of one recipient or of all. */
export const listMail = (
  deps: Deps,
  { recipient, limit }: { recipient: string | null; limit: number },
): Promise<KeptMail[]> => deps.db.querySystem<KeptMail>(LIST, [recipient, limit]);
