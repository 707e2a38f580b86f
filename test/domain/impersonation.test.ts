import { describe, expect, it } from '@jest/globals';
import {
  brandLabelOf,
  fold,
  handleOf,
  likenessOfDomain,
  likenessOfHandle,
} from '../../src/domain/impersonation.js';

const likeness = (host: string, own: string) =>
  likenessOfDomain(host, [brandLabelOf(own) ?? ''], new Set([own]));

describe('a domain that looks like a brand’s', () => {
  it.each([
    ['paypa1.com', 'paypal.com', 1],
    ['xn--80ak6aa92e.com', 'apple.com', 1],
    ['rnicrosoft.com', 'microsoft.com', 1],
    ['xn--githb-nva.com', 'github.com', 1],
    ['papyal.com', 'paypal.com', 0.85],
    ['paypal-login.com', 'paypal.com', 0.85],
    ['paypal.net', 'paypal.com', 0.7],
    ['paypal.secure-check.com', 'paypal.com', 0.6],
    ['acne.org', 'acme.com', 0.6],
    ['acme.org', 'acme.com', 0.5],
    ['payday.com', 'paypal.com', 0],
    ['ample.com', 'apple.com', 0],
    ['maple.com', 'apple.com', 0],
    ['applesauce.com', 'apple.com', 0],
    ['www.paypal.com', 'paypal.com', 0],
    ['pay-pal.com', 'paypal.com', 0.95],
    ['micros0ft.com', 'microsoft.com', 1],
    ['xn--sny-0na.com', 'sony.com', 1],
    ['paypal.github.io', 'paypal.com', 0.7],
    ['mypaypalaccounts.com', 'paypal.com', 0.5],
    ['127.0.0.1', 'paypal.com', 0],
  ])('%s beside %s: %d', (host, own, score) => expect(likeness(host, own).score).toBe(score));

  it('says why', () => {
    expect(likeness('paypal-login.com', 'paypal.com').reasons).toEqual(['affixed']);
    // A Latin word with one Cyrillic а.
    expect(likeness('pаypal.com', 'paypal.com').reasons).toEqual(['homograph', 'mixed_script']);
  });

  it('reads what the eye reads', () => {
    expect(fold('søny')).toBe('sony');
    expect(fold('MICROS0FT')).toBe(fold('rnicrosoft'));
  });

  it.each([
    ['homoglyph', ['paypaI.com', 'pаypal.com', 'ρaypal.com', 'pаураl.com']],
    ['addition', ['paypala.com', 'paypalz.com', 'paypal7.com']],
    ['omission', ['aypal.com', 'pypal.com', 'papal.com', 'payal.com', 'paypl.com', 'paypa.com']],
    ['repetition', ['ppaypal.com', 'payypal.com', 'paypall.com']],
    ['transposition', ['apypal.com', 'pyapal.com', 'papyal.com', 'payapl.com', 'paypla.com']],
    ['vowel swap', ['peypal.com', 'paypel.com', 'puypal.com', 'paypol.com']],
    ['hyphenation', ['p-aypal.com', 'pa-ypal.com', 'pay-pal.com', 'payp-al.com', 'paypa-l.com']],
    [
      'dictionary',
      ['paypal-support.com', 'supportpaypal.com', 'paypalofficial.com', 'login-paypal.com'],
    ],
    ['other suffix', ['paypal.net', 'paypal.org', 'paypal.co', 'paypal.cn']],
  ])('%s is found', (_, hosts) => {
    const missed = hosts.filter((host) => likeness(host, 'paypal.com').score < 0.7);
    expect(missed).toEqual([]);
  });
});

describe('a handle', () => {
  it.each([
    ['https://x.com/acme_help', { site: 'x.com', handle: 'acme_help' }],
    ['https://www.tiktok.com/@acme', { site: 'tiktok.com', handle: 'acme' }],
    ['https://www.linkedin.com/company/acme/about', { site: 'linkedin.com', handle: 'acme' }],
    ['https://www.linkedin.com/in/someone', null],
    ['https://x.com/search?q=acme', null],
    ['https://acme.com/x.com', null],
    ['not a url', null],
  ])('of %s', (url, handle) => expect(handleOf(url)).toEqual(handle));

  it('is compared with the brand’s name', () => {
    expect(likenessOfHandle('paypa1', ['paypal']).score).toBe(1);
    expect(likenessOfHandle('paypal', ['paypal']).score).toBe(0);
    expect(likenessOfHandle('paypal-support', ['paypal']).score).toBe(0.85);
  });
});
