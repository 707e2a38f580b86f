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
    'What the product wrote to people, newest first. Without SMTP_URL this is where it stays.',
    ['mail list --to ada@example.com --limit 1'],
  )
    .option('--to <email>', 'only to this recipient')
    .option('--limit <n>', 'how many', parseCount, SHOWN);
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

export const addMailCommands = addNoun('mail', 'Messages to people', [addList]);
