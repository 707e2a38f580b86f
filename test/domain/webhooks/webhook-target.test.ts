import { describe, expect, test } from '@jest/globals';
import { toAllowedHost, toWebhookTarget } from '../../../src/domain/webhooks/webhook-target.js';

const PRIVATE = 'must lead to a public address';

/** 127.0.0.1, ::1 and the metadata address as people who want to get in write them. */
const SPELLINGS = `
  127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 017700000001 0x7f000001 0x7f.0.0.1 0177.0.0.1 0177.1
  127.0.0.1. 0 0.0.0.0 %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1
  [::1] [0:0:0:0:0:0:0:1] [::] [::127.0.0.1] [::ffff:127.0.0.1] [::ffff:7f00:1] [0:0:0:0:0:ffff:127.0.0.1]
  [64:ff9b::127.0.0.1] [2002:7f00:1::] [2001:0:7f00:1::] [fe80::1] [fd00:ec2::254] [ff02::1]
  169.254.169.254 2852039166 0xA9FEA9FE 0251.0376.0251.0376 [::ffff:169.254.169.254] [::ffff:a9fe:a9fe]
  10.0.0.1 192.168.1.1 172.16.0.1 100.64.0.1 224.0.0.1 255.255.255.255
  localhost LOCALHOST localhost. a.localhost ⓛocalhost metadata.google.internal printer.local router.home.arpa`
  .trim()
  .split(/\s+/);

test.each(SPELLINGS)('https://%s/ is refused', (host) => {
  expect(toWebhookTarget(`https://${host}/hook`, [])).toBe(PRIVATE);
  expect(toWebhookTarget(`https://${host}:8443/hook`, [])).toBe(PRIVATE);
});

test.each([
  ['', 'must be a URL'],
  ['example.com/hook', 'must be a URL'],
  ['https://', 'must be a URL'],
  ['https://1.2.3.256/', 'must be a URL'],
  ['https://[fe80::1%25eth0]/', 'must be a URL'],
  ['http://example.com/hook', 'must be an https URL'],
  ['ftp://example.com/', 'must be an https URL'],
  ['file:///etc/passwd', 'must be an https URL'],
  ['javascript:alert(1)', 'must be an https URL'],
  ['https://user@example.com/', 'must not contain a user name or password'],
  ['https://user:word@example.com/', 'must not contain a user name or password'],
  ['https://example.com@127.0.0.1/', 'must not contain a user name or password'],
  ['https://@example.com/', 'must not contain a user name or password'],
  ['https://:@example.com/', 'must not contain a user name or password'],
  ['https:\\\\@example.com', 'must not contain a user name or password'],
  ['https:@example.com', 'must not contain a user name or password'],
  ['https:/\n/@example.com', 'must not contain a user name or password'],
  ['https://example.com:0/', 'must not use port 0'],
  ['https://1.1.1.1:00/', 'must not use port 0'],
  ['https://example..com/', 'must have a valid host name'],
  ['https://.example.com/', 'must have a valid host name'],
  ['https://example.com../', 'must have a valid host name'],
  [`https://${'x'.repeat(64)}.com/`, 'must have a valid host name'],
  [`https://${'x.'.repeat(126)}com/`, 'must have a valid host name'],
  ['https://intranet/', 'must have a full host name, as in example.com'],
  ['https://intranet.:8443/', 'must have a full host name, as in example.com'],
])('%j %s', (url, problem) => {
  expect(toWebhookTarget(url, [])).toBe(problem);
});

test.each([
  'https://example.com/hook?a=b',
  'https://example.com./@team?to=a@b#@',
  `https://${'x'.repeat(63)}.example.com/`,
  'https://1.1.1.1:8443/',
  'https://[2606:4700::1111]/x',
])('%s is taken', (url) => {
  expect(toWebhookTarget(url, [])).toMatchObject({ url: url.replace(/#.*/, ''), isOpened: false });
});

describe('what the operator opened', () => {
  const opened = ['127.0.0.1:9000', 'receiver.internal:443', '[::1]:8080', 'intranet:443'];
  test.each([
    'http://127.0.0.1:9000/hook',
    'https://127.0.0.1:9000/hook',
    'http://0x7f.1:9000/hook',
    'https://receiver.internal/hook',
    'http://[0::1]:8080/',
    'https://intranet/',
  ])('%s is taken', (url) => {
    expect(toWebhookTarget(url, opened)).toMatchObject({ isOpened: true });
  });
  test.each([
    'http://127.0.0.1:9001/',
    'https://127.0.0.1/',
    'http://receiver.internal/',
    'http://user@127.0.0.1:9000/',
    'http://@127.0.0.1:9000/',
    'https://intranet:8443/',
  ])('%s is not', (url) => {
    expect(typeof toWebhookTarget(url, opened)).toBe('string');
  });
  test('is written as host and port', () => {
    const written = ['LOCALHOST:80', '0x7f.1:9000', '[0::1]:8080', 'a.b:443'];
    expect(written.map(toAllowedHost)).toEqual([
      'localhost:80',
      '127.0.0.1:9000',
      '[::1]:8080',
      'a.b:443',
    ]);
    const wrong = [
      'localhost',
      'http://a:80',
      'a:80/x',
      'u@a:80',
      'a:',
      ':80',
      'a:99999',
      '*:80',
      '',
    ];
    expect(wrong.map(toAllowedHost)).toEqual(wrong.map(() => null));
  });
});
