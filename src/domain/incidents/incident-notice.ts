/** Texts of incident notices, for mail and chat. */

import type { Severity } from './severity.js';

export type NoticeStep = 'opened' | 'worsened' | 'resolved' | 'test';
export type NoticeChannel = 'email' | 'slack';

/** The step of the incident that the notice reports, and the incident at the time of sending. */
export interface IncidentNews {
  step: Exclude<NoticeStep, 'test'>;
  severity: Severity;
  /** Severity before the incident worsened; null for other steps. */
  previousSeverity: Severity | null;
  incidentId: string;
  type: string;
  title: string;
  brand: string;
  evidenceCount: number;
  openedAt: Date;
  /** Whether the incident rests on sandbox answers. */
  sandbox: boolean;
  environment: 'live' | 'test';
}

const LONGEST_NAME = 200;

/** One line, shortened and without control characters, because users choose the names. */
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
  return `Incident ${of} is now ${severity} (was ${previousSeverity})`;
}

/** Labels that mark data that is not real. */
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
    'The incident lists the answers behind it. Use updateIncidentNotices to stop these messages.',
  ].join('\n'),
});

export interface SlackMessage {
  /** For notifications, and for receivers without block support. */
  text: string;
  blocks: object[];
  unfurl_links: false;
  unfurl_media: false;
}

/**
 * Slack reads `&`, `<` and `>` as markup, including `<!channel>`. Other receivers of Slack messages
 * act on a bare `@all`, so a zero-width space is inserted after the `@`.
 */
const escapeMarkup = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b');

/** Verbatim, so that the domain of a look-alike does not become a link. */
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

const TEST_WORDS = 'Test: incident notices of your brands will arrive here.';

export const TEST_MAIL = { subject: 'Test: incident notices', text: TEST_WORDS };
export const TEST_SLACK = toMessage(TEST_WORDS, [{ type: 'section', text: words(TEST_WORDS) }]);

/** Shows the origin of a URL and the last four characters of its path, because the path is a secret. */
export function maskUrl(url: string): string {
  const { origin, pathname, search } = new URL(url);
  const secret = `${pathname}${search}`;
  return `${origin}/…${secret.length >= 16 ? secret.slice(-4) : ''}`;
}
