import { expect, test } from '@jest/globals';
import {
  type IncidentNews,
  maskUrl,
  toMailText,
  toSlackMessage,
} from '../../../src/domain/incidents/incident-notice.js';

const NEWS: IncidentNews = {
  step: 'opened',
  severity: 'critical',
  previousSeverity: null,
  incidentId: '0198f3c4-0000-7000-8000-000000000001',
  type: 'ranking_collapse',
  title: 'Named in 25 % of answers, down from 58 %',
  brand: 'Acme',
  evidenceCount: 54,
  openedAt: new Date('2026-03-01T12:34:56Z'),
  sandbox: false,
  environment: 'live',
};

test('a message says what, of whom, how grave and since when', () => {
  expect(toSlackMessage(NEWS)).toEqual({
    text: 'Critical incident of Acme: Named in 25 % of answers, down from 58 %',
    blocks: [
      {
        type: 'section',
        text: {
          type: 'mrkdwn',
          text: '*Critical incident of Acme*\nNamed in 25 % of answers, down from 58 %',
          verbatim: true,
        },
      },
      {
        type: 'context',
        elements: [
          {
            type: 'mrkdwn',
            text: `ranking_collapse · opened 2026-03-01 12:34 UTC · 54 answers · ${NEWS.incidentId}`,
            verbatim: true,
          },
        ],
      },
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
  const { subject, text } = toMailText({ ...NEWS, evidenceCount: 1 });
  expect(subject).toBe('Critical incident of Acme');
  expect(text).toContain('Named in 25 % of answers, down from 58 %');
  expect(text).toContain('  1 answer\n');
});

test('the steps are told apart', () => {
  const subject = (news: Partial<IncidentNews>) => toMailText({ ...NEWS, ...news }).subject;
  expect(subject({ step: 'worsened', previousSeverity: 'low' })).toBe(
    'Incident of Acme is now critical (was low)',
  );
  expect(subject({ step: 'resolved' })).toBe('Critical incident of Acme is resolved');
});

test('names are neither markup nor a call to everybody, and have an end', () => {
  const { text } = toSlackMessage({ ...NEWS, brand: 'A&B <!channel> @all', title: '<http://a|b>' });
  expect(text).toBe('Critical incident of A&amp;B &lt;!channel&gt; @\u200ball: &lt;http://a|b&gt;');
  const long = toSlackMessage({ ...NEWS, brand: '😀'.repeat(500), title: 'x'.repeat(9_000) });
  expect(long.text.isWellFormed()).toBe(true);
  expect(long.text).toContain(`${'😀'.repeat(199)}…:`);
  expect(long.text.length).toBeLessThan(1_000);
});

test('a name cannot write a header of its own', () => {
  const { subject } = toMailText({ ...NEWS, brand: 'Acme\r\nBcc: all@example.com' });
  expect(subject).toBe('Critical incident of Acme Bcc: all@example.com');
});

test('played data says so', () => {
  const played = { ...NEWS, sandbox: true, environment: 'test' as const };
  expect(toMailText(played).subject).toBe('[sandbox] Critical incident of Acme');
  expect(toMailText(played).text).toContain('sandbox data, not real answers');
  expect(toMailText(played).text).toContain('test environment');
  const message = toSlackMessage(played);
  expect(message.text).toMatch(/^\[sandbox\] /);
  expect(JSON.stringify(message.blocks)).toContain('sandbox data, not real answers');
  expect(JSON.stringify(toSlackMessage(NEWS))).not.toContain('sandbox');
});

test('of a secret URL its host and its end are shown, and of a short one only the host', () => {
  expect(maskUrl('https://hooks.slack.com/services/T000/B000/abcdefghijkl')).toBe(
    'https://hooks.slack.com/…ijkl',
  );
  expect(maskUrl('https://chat.example.com:8443/hook')).toBe('https://chat.example.com:8443/…');
});
