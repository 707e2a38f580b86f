import { describe, expect, it } from '@jest/globals';
import {
  brandLabelOf,
  fold,
  handleOf,
  likenessOfDomain,
  likenessOfHandle,
} from '../../../src/domain/sentinel/impersonation.js';

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
    ['paypal-secure-login.com', 'paypal.com', 0.85],
    ['secure-paypal-login.com', 'paypal.com', 0.85],
    ['paypalsecurelogin.com', 'paypal.com', 0.85],
    ['paypa1-login.com', 'paypal.com', 0.85],
    ['acme-account-verify.com', 'acme.com', 0.85],
    ['paypal-museum-login.com', 'paypal.com', 0.5],
    ['acme-museum.com', 'acme.com', 0],
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
    ['https://x.com/acme%00', null],
    ['https://acme.com/x.com', null],
    ['not a url', null],
  ])('of %s', (url, handle) => expect(handleOf(url)).toEqual(handle));

  it.each([
    ['paypal', 0],
    ['PayPal', 0],
    ['paypa1', 1],
    ['paypal-support', 0.85],
    ['paypal_support', 0.85],
    ['paypal.support', 0.85],
    ['PayPal_Official', 0.85],
    ['official.paypal', 0.85],
    ['PayPalSupport', 0.85],
    ['paypal_customer_support', 0.85],
    ['_paypal_help_', 0.85],
    ['paypa1_support', 0.85],
    ['paypal_', 0.95],
    ['pay_pal', 0.95],
    ['pay.pal', 0.95],
    ['pay_pall', 0.85],
    ['paypal_fans_of_berlin', 0.5],
    ['payday_support', 0],
    ['support', 0],
    [`paypal_${'support_'.repeat(1_000)}`, 0],
  ])('%s beside PayPal’s', (handle, score) =>
    expect(likenessOfHandle(handle, ['paypal']).score).toBe(score),
  );

  it.each([
    ['acme_support', 0.85],
    ['acme.official', 0.85],
    ['acme', 0],
    ['acmeology', 0],
  ])('%s beside Acme’s', (handle, score) =>
    expect(likenessOfHandle(handle, ['acme']).score).toBe(score),
  );

  it('says why once', () => {
    expect(likenessOfHandle('paypal_support', ['paypal']).reasons).toEqual(['affixed']);
    expect(likenessOfHandle('paypal', [''])).toEqual({ score: 0, reasons: [] });
  });
});

/** Neighbours on a QWERTY keyboard. */
const KEYS: Record<string, string> = {
  ...{ a: 'qwsz', l: 'kop', p: 'ol0', y: 'tu67gh' },
};
const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const NAME = 'paypal';
const at = (place: number, put: string, over = 1) =>
  NAME.slice(0, place) + put + NAME.slice(place + over);
const places = Array.from(NAME, (_, place) => place);
const others = (labels: readonly string[]) => [...new Set(labels)].filter((one) => one !== NAME);

/** The kinds of typing errors and tricks that squatters register, made here for one name. */
const FAMILIES: Record<string, string[]> = {
  addition: [...LETTERS].map((letter) => NAME + letter),
  omission: others(places.map((place) => at(place, ''))),
  transposition: others(
    places.slice(1).map((place) => at(place - 1, `${NAME[place]}${NAME[place - 1]}`, 2)),
  ),
  repetition: others(places.map((place) => at(place, `${NAME[place]}${NAME[place]}`))),
  hyphenation: places.slice(1).map((place) => at(place, '-', 0)),
  replacement: others(
    places.flatMap((place) => [...(KEYS[NAME[place] ?? ''] ?? '')].map((key) => at(place, key))),
  ),
  'vowel swap': others(
    places.flatMap((place) =>
      'aeiou'.includes(NAME[place] ?? '') ? [...'aeiou'].map((vowel) => at(place, vowel)) : [],
    ),
  ),
  bitsquatting: others(
    places.flatMap((place) =>
      [1, 2, 4, 8, 16, 32, 64]
        .map((bit) => String.fromCharCode(NAME.charCodeAt(place) ^ bit))
        .filter((letter) => LETTERS.includes(letter))
        .map((letter) => at(place, letter)),
    ),
  ),
  dictionary: ['login', 'support', 'official'].flatMap((word) => [
    ...[`${NAME}-${word}`, `${NAME}${word}`, `${word}-${NAME}`, `${word}${NAME}`],
  ]),
};
const recall = (hosts: readonly string[]) => ({
  made: hosts.length,
  found: hosts.filter((host) => likeness(host, 'paypal.com').score >= 0.7).length,
});
const recallOf = (family: string) =>
  recall((FAMILIES[family] ?? []).map((label) => `${label}.com`));

describe('of all the permutations of paypal.com', () => {
  it.each([
    ['omission', 6],
    ['transposition', 5],
    ['repetition', 6],
    ['hyphenation', 5],
    ['dictionary', 12],
    ['vowel swap', 8],
  ])('every %s is found', (family, made) =>
    expect(recallOf(family)).toEqual({ made, found: made }),
  );

  it('other suffixes are', () =>
    expect(recall(['net', 'org', 'co', 'cn'].map((suffix) => `${NAME}.${suffix}`))).toEqual({
      ...{ made: 4, found: 4 },
    }));

  it.each([
    ['addition', 36, 35],
    ['replacement', 20, 18],
    ['bitsquatting', 20, 18],
  ])('%s is found but for a few', (family, made, least) => {
    const found = recallOf(family);
    expect(found.made).toBeGreaterThanOrEqual(made);
    expect(found.found / found.made).toBeGreaterThanOrEqual(least / made);
  });
});
