/** How people are told of an incident, by mail and in a chat. */

import type { Severity } from './severity.js';

export type NoticeStep = 'opened' | 'worsened' | 'resolved' | 'test';
export type NoticeChannel = 'email' | 'slack';

/** The step of an incident that is told, and the incident as it is when that is sent. */
export interface IncidentNews {
  step: Exclude<NoticeStep, 'test'>;
  severity: Severity;
  /** What it was before it got worse; else null. */
  previousSeverity: Severity | null;
  incidentId: string;
  type: string;
  title: string;
  brand: string;
  evidenceCount: number;
  openedAt: Date;
  /** Whether it rests on made-up answers. */
  sandbox: boolean;
  environment: 'live' | 'test';
}

const LONGEST_NAME = 200;

/** In one line, without control characters, and not for ever: names are what somebody typed. */
function clip(text: string, most = LONGEST_NAME): string {
  const line = [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()];
  return line.length > most ? `${line.slice(0, most - 1).join('')}…` : line.join('');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function headOf({ step, severity, previousSeverity, brand }: IncidentNews): string {
  const of = `of ${clip(brand)}`;
  if (step === 'opened') return `${capital(severity)} incident ${of}`;
  if (step === 'resolved') return `${capital(severity)} incident ${of} is resolved`;
  return `Incident ${of} is now ${severity}, it was ${previousSeverity}`;
}

/** What keeps played data from being taken for real. */
const labelsOf = ({ sandbox, environment }: IncidentNews): string[] => [
  ...(sandbox ? ['sandbox data, not real answers'] : []),
  ...(environment === 'test' ? ['test environment'] : []),
];

const markOf = ({ sandbox }: IncidentNews): string => (sandbox ? '[sandbox] ' : '');

function factsOf(news: IncidentNews): string[] {
  const { type, openedAt, evidenceCount } = news;
  const answers = `${evidenceCount} ${evidenceCount === 1 ? 'answer' : 'answers'}`;
  return [clip(type), `opened ${minute(openedAt)}`, answers, ...labelsOf(news)];
}

export const toMailText = (news: IncidentNews): { subject: string; text: string } => ({
  subject: `${markOf(news)}${headOf(news)}`,
  text: [
    `${headOf(news)}.`,
    '',
    clip(news.title),
    '',
    ...factsOf(news).map((fact) => `  ${fact}`),
    `  incident ${news.incidentId}`,
    '',
    'The incident holds the answers that speak for it. updateIncidentNotices ends these messages.',
  ].join('\n'),
});

export interface SlackMessage {
  /** For notifications, and for receivers that know no blocks. */
  text: string;
  blocks: object[];
  unfurl_links: false;
  unfurl_media: false;
}

/**
 * Slack reads `&`, `<` and `>` as markup, `<!channel>` among it. Others that take its messages call people by a bare
 * `@all`, which a space without width keeps apart.
 */
const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b');

/** Verbatim: a look-alike's domain must not become a link. */
const words = (text: string) => ({ type: 'mrkdwn', text, verbatim: true });

const toMessage = (text: string, blocks: object[]): SlackMessage => ({
  text,
  blocks,
  unfurl_links: false,
  unfurl_media: false,
});

export function toSlackMessage(news: IncidentNews): SlackMessage {
  const head = escapeMarkup(`${markOf(news)}${headOf(news)}`);
  const title = escapeMarkup(clip(news.title));
  const facts = factsOf(news).map(escapeMarkup).join(' · ');
  return toMessage(`${head}: ${title}`, [
    { type: 'section', text: words(`*${head}*\n${title}`) },
    { type: 'context', elements: [words(`${facts} · ${news.incidentId}`)] },
  ]);
}

const TEST_WORDS = 'Test: incidents of your brands will be told here.';

export const TEST_MAIL = { subject: 'Test: notices of incidents', text: TEST_WORDS };
export const TEST_SLACK = toMessage(TEST_WORDS, [{ type: 'section', text: words(TEST_WORDS) }]);

/** All that is shown of a URL whose path is a secret: where it leads, and how it ends. */
export function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const secret = `${pathname}${search}`;
  return `${origin}/…${secret.length >= 16 ? secret.slice(-4) : ''}`;
}
