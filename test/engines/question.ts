import type { Question, Subject } from '../../src/engines/engine.js';
import type { Spending } from '../../src/engines/spending.js';

export const subject: Subject = {
  brandId: '0199a5a4-0000-7000-8000-000000000001',
  name: 'Acme',
  website: 'https://www.acme.com/start',
  competitors: ['Globex', 'Initech', 'Umbrella', 'Hooli'].map((name) => ({ name })),
};

export const question: Question = {
  promptText: 'What is the best CRM for small teams?',
  country: null,
  language: 'en',
  subject,
  day: '2026-01-02',
  repeat: 0,
};

/** A signal that never fires. */
export const never = new AbortController().signal;

/** Of no server: whatever is asked may be spent. */
export const spending: Spending = {
  reserve: async () => ({ settle: () => {}, cancel: () => {} }),
};
