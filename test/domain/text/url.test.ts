import { describe, expect, it } from '@jest/globals';
import {
  canonicalUrl,
  pageOf,
  registrableDomain,
  sourceDomain,
} from '../../../src/domain/text/url.js';
import { unwrapUrl } from '../../../src/domain/text/wrapped-url.js';

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
    [
      'https://www.bing.com/ck/a?!&&p=1&u=a1aHR0cHM6Ly9hY21lLmNvbS9hP2I9MQ&ntb=1',
      'https://acme.com/a?b=1',
    ],
    ['https://www.bing.com/ck/a?u=zz', 'https://www.bing.com/ck/a?u=zz'],
    [
      'https://www.linkedin.com/redir/redirect?url=https%3A%2F%2Facme%2Ecom%2Fa&trk=x',
      'https://acme.com/a',
    ],
    ['https://l.instagram.com/?u=https%3A%2F%2Facme.com%2F&e=AT0', 'https://acme.com/'],
    ['https://www.google.com/amp/s/news.example/a.html', 'https://news.example/a.html'],
    [
      'https://news-example.cdn.ampproject.org/c/s/news.example/a?x=1',
      'https://news.example/a?x=1',
    ],
    ['https://news-example.cdn.ampproject.org/v/news.example/a', 'http://news.example/a'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://en.m.wikipedia.org/wiki/Acme', 'https://en.wikipedia.org/wiki/Acme'],
    [
      'https://www.google.com/url?q=https%3A%2F%2Fwww.google.com%2Famp%2Fs%2Fen.m.wikipedia.org%2Fwiki%2FAcme',
      'https://en.wikipedia.org/wiki/Acme',
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

const page = (url: string, title: string | null = null) => pageOf({ url, title });

describe('pageOf', () => {
  it.each([
    ['http://www.acme.com/a', 'https://acme.com/a'],
    ['https://acme.com./a/', 'https://acme.com:443/a#b'],
    ['http://acme.com:443/a', 'https://acme.com:80/a'],
    ['https://acme.com/a?b=2&a=1', 'https://acme.com/a?a=1&b=2'],
    ['https://acme.com/a?srsltid=x&a=1&msclkid=y', 'https://acme.com/a?a=1'],
    ['https://acme.com/%7Euser/%41b', 'https://acme.com/~user/Ab'],
    ['https://acme.com/caf%c3%a9', 'https://acme.com/café'],
    ['https://youtu.be/abc?t=3', 'https://www.youtube.com/watch?v=abc'],
    ['https://youtube.com/watch?v=abc&t=42s', 'https://www.youtube.com/watch?v=abc'],
    ['https://de.m.wikipedia.org/wiki/Acme', 'http://de.wikipedia.org/wiki/Acme'],
  ])('%s is %s', (one, other) => expect(page(one)).toBe(page(other)));

  it.each([
    ['https://acme.com/A', 'https://acme.com/a'],
    ['https://acme.com/a?b=1&b=2', 'https://acme.com/a?b=2&b=1'],
    ['https://acme.com/a%2Fb', 'https://acme.com/a/b'],
    ['https://acme.com:8080/', 'https://acme.com/'],
    ['https://docs.acme.com/', 'https://acme.com/'],
    ['https://acme.com/a?t=1', 'https://acme.com/a?t=2'],
    ['https://www.com/', 'https://com/'],
  ])('%s is not %s', (one, other) => expect(page(one)).not.toBe(page(other)));

  it('is the same whatever a link is passed through', () => {
    const url = 'http://www.acme.com/%7Eb/?z=1&a=2&utm_source=x#top';
    const through = `https://www.google.com/url?q=${encodeURIComponent(url)}`;
    expect(page(through)).toBe('acme.com/~b?a=2&z=1');
    expect(page(canonicalUrl(url) ?? '')).toBe(page(through));
  });

  it('of an opaque redirect is its domain and title, however it is called anew', () => {
    const opaque = (token: string) =>
      `https://vertexaisearch.cloud.google.com/grounding-api-redirect/${token}`;
    expect(page(opaque('a'), 'acme.com')).toBe(page(opaque('b'), 'acme.com'));
    expect(page(opaque('a'), 'acme.com')).not.toBe(page(opaque('a'), 'globex.com'));
    expect(page('acme')).toBeNull();
  });
});

describe('sourceDomain', () => {
  it.each([
    ['www.acme.co.uk', 'acme.co.uk'],
    ['shop.github.io', 'shop.github.io'],
    ['Node.js', 'vertexaisearch.cloud.google.com'],
    ['ASP.NET Core', 'vertexaisearch.cloud.google.com'],
    ['v2.0', 'vertexaisearch.cloud.google.com'],
    ['Home', 'vertexaisearch.cloud.google.com'],
  ])('behind an opaque redirect with the title %s is %s', (title, domain) => {
    const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/x';
    expect(sourceDomain({ url, title })).toBe(domain);
  });
});
