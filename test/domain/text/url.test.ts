import { describe, expect, it } from '@jest/globals';
import { canonicalUrl, registrableDomain, unwrapUrl } from '../../../src/domain/text/url.js';

describe('canonicalUrl', () => {
  it.each([
    ['HTTPS://Example.COM:443/Path/#x', 'https://example.com/Path'],
    ['http://example.com:8080/', 'http://example.com:8080'],
    ['https://a.com/?utm_source=x&b=%20+&gclid=1&fbclid=2', 'https://a.com?b=%20+'],
    ['https://a.com/x//', 'https://a.com/x/'],
    ['https://a.com/?gclidx=1', 'https://a.com?gclidx=1'],
    ['javascript:alert(1)', null],
    ['not a url', null],
  ])('%s', (url, expected) => expect(canonicalUrl(url)).toBe(expected));
});

describe('unwrapUrl', () => {
  it.each([
    ['https://www.google.com/url?q=https://acme.com/a%3Fb&sa=U', 'https://acme.com/a?b'],
    ['https://www.google.co.uk/url?url=https%3A%2F%2Facme.com', 'https://acme.com'],
    [
      'https://www.google.com/url?q=https://www.google.com/url?q=https://acme.com',
      'https://www.google.com/url?q=https://acme.com',
    ],
    [
      'https://www.google.com/url?q=javascript:alert(1)',
      'https://www.google.com/url?q=javascript:alert(1)',
    ],
    [
      'https://google.evil.com/url?q=https://acme.com',
      'https://google.evil.com/url?q=https://acme.com',
    ],
    ['mailto:a@b.c', null],
  ])('%s', (url, expected) => expect(unwrapUrl(url)).toBe(expected));
});

describe('registrableDomain', () => {
  it.each([
    ['https://www.acme.co.uk/x', 'acme.co.uk'],
    ['https://foo.github.io/', 'foo.github.io'],
    ['docs.acme.com', 'acme.com'],
    ['http://127.0.0.1:3000/', '127.0.0.1'],
    ['http://localhost/', 'localhost'],
    ['https://例子.公司.cn/路径', 'xn--fsqu00a.xn--55qx5d.cn'],
    ['.acme.com', null],
    ['', null],
    ['two words.com', null],
  ])('%s', (input, expected) => expect(registrableDomain(input)).toBe(expected));
});
