/**
 * The sandbox's sentences; `@` is the placeholder for a name. Each brand sentence has one clear tone,
 * also by the word list that reads answers; rival sentences have none. The tone read from an answer is
 * therefore the tone that was drawn.
 */

type Phrases = readonly [string, ...string[]];
export type Tone = 'positive' | 'neutral' | 'negative';

export const OPENINGS: Phrases = [
  'Several options come up when people compare this category.',
  'The answer depends on team size and budget, but a shortlist is possible.',
  'This is a crowded field, and most comparisons look at the same few criteria.',
  'Independent comparisons mention a handful of names.',
];

export const CLOSINGS: Phrases = [
  'Prices change often, so check the current plans before deciding.',
  'A short trial with two candidates usually settles the question.',
  'Compare the contract terms and the data export before signing.',
  'Make a list of must-have features first, then compare.',
];

/** For an answer that names neither the brand nor a rival. */
export const GENERAL: Phrases = [
  'Start from the tasks to be done, then look at integrations, price per seat and data export.',
  'Most buyers weigh setup time, price and integrations, and test two or three candidates.',
  'There is no single product for everyone here; it depends on size, region and budget.',
];

export const BRAND_SENTENCES: Record<Tone, Phrases> = {
  positive: [
    '@ is an excellent choice and users love how reliable it is.',
    '@ stands out as a great and trusted option with impressive results.',
    'Reviewers recommend @ because it is excellent, reliable and easy to use.',
  ],
  neutral: [
    '@ is based on monthly plans and runs in the browser.',
    '@ was founded some years ago and sells through its website.',
    'The product line of @ covers the usual modules of this category.',
  ],
  negative: [
    '@ is disappointing: users complain that it is slow, unreliable and overpriced.',
    'Reviewers criticize @ for terrible reliability and bad value.',
    '@ has a poor reputation after repeated failures and angry complaints.',
  ],
};

/** Follows a brand sentence, so it must have the same tone. */
export const BRAND_FOLLOW_UPS: Record<Tone, Phrases> = {
  positive: [
    'It is easy to set up, and customers are happy with it.',
    'It wins most comparisons and is a pleasure to use.',
  ],
  neutral: ['It can be billed by month or by year.', 'It has a mobile app and a public interface.'],
  negative: [
    'It often fails, and customers are unhappy with it.',
    'It loses most comparisons and is painful to use.',
  ],
};

export const RIVAL_FOLLOW_UPS: Phrases = [
  'It connects to the usual calendar and mail services.',
  'It has plans per seat and per company.',
  'It is offered in most regions.',
];

export const BRAND_ITEMS: Record<Tone, Phrases> = {
  positive: ['excellent, reliable and easy to use', 'a great choice that users love'],
  neutral: ['monthly plans, runs in the browser', 'covers the usual modules of this category'],
  negative: ['a bad choice, slow and overpriced', 'terrible reliability and bad value'],
};

export const RIVAL_SENTENCES: Phrases = [
  '@ appears on many shortlists for mid-sized teams.',
  '@ is often compared on price and number of integrations.',
  'Larger companies tend to look at @ as well.',
  '@ publishes its plans openly and offers monthly billing.',
];

export const RIVAL_ITEMS: Phrases = [
  'often compared on price and integrations',
  'appears on shortlists for mid-sized teams',
  'monthly billing, plans published openly',
];
