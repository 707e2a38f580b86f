import type { Command } from 'commander';
import { type KeptMail, listMail } from '../../services/accounts/mail.js';
import { addNoun, addVerb, type Printing, parseCount } from '../options.js';
import { addAction, toPrintable, toTime } from '../perform.js';

const SHOWN = 20;

const toText = ({ createdAt, sentAt, recipient, subject, body }: KeptMail): string =>
  toPrintable(
    [
      `${toTime(createdAt)}  ${sentAt === null ? 'not sent' : 'sent'}  ${recipient}  ${subject}`,
      ...body.split('\n').map((line) => `  ${line}`),
    ].join('\n'),
  );

function addList(mail: Command): void {
  const verb = addVerb(
    mail,
    'list',
    'List the mail to users, newest first. Without SMTP_URL mail is stored, but not sent.',
    ['mail list --to ada@example.com --limit 1'],
  )
    .option('--to <email>', 'list only mail to this recipient')
    .option('--limit <n>', 'largest number of messages to list', parseCount, SHOWN);
  addAction(verb, async (deps, options: Printing & { to?: string; limit: number }) => {
    const messages = await listMail(deps, {
      recipient: options.to ?? null,
      limit: options.limit,
    });
    return {
      data: { messages },
      text: messages.length === 0 ? 'No messages.' : messages.map(toText).join('\n\n'),
    };
  });
}

export const addMailCommands = addNoun('mail', 'List mail to users', [addList]);
