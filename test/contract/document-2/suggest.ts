import { expect } from '@jest/globals';
import type { Audit } from '../../helpers/audit.js';
import { text, type World } from './world.js';

const CONTENT = `# How to start with Zephyrine

Zephyrine is a running shoe for wide feet. It weighs 240 grams, according to the Runner's Lab.

1. Measure your foot.
2. Choose the size above it.

Click here to buy.`;

interface Body {
  rewritten: string;
  factClaims: { claim: string; verifiable: boolean }[];
  eeatSignals: string[];
  expectedLift: { metric: string; delta: number; states?: object };
}

export const suggestAudits: Audit<World>[] = [
  {
    id: 'D2-SUGGEST-1',
    check: async ({ post, brandId }) => {
      const answer = await post('/api/v1/suggest', { brandId, content: CONTENT });
      expect(answer.status).toBe(200);
      const body = answer.json<Body>();
      expect(body).toMatchObject({
        suggestionId: text,
        rewritten: expect.stringContaining('Zephyrine is a running shoe for wide feet.'),
        source: 'sandbox',
        sandbox: true,
        eeatSignals: ['cited_sources'],
        expectedLift: {
          metric: 'pawc_share',
          delta: expect.any(Number),
          confidence: expect.stringMatching(/^(prior|measured|none)$/),
        },
      });
      expect(body.factClaims).toContainEqual({
        claim: "It weighs 240 grams, according to the Runner's Lab.",
        verifiable: true,
      });
      expect(Math.abs(body.expectedLift.delta)).toBeLessThanOrEqual(1);
    },
  },
  {
    id: 'D2-SUGGEST-2',
    check: async ({ post, brandId }) => {
      const texts = new Map<string, string>();
      for (const intent of ['comparison', 'how-to', 'faq', 'review']) {
        const answer = await post('/api/v1/suggest', { brandId, content: CONTENT, intent });
        expect([intent, answer.status]).toEqual([intent, 200]);
        texts.set(intent, answer.json<Body>().rewritten);
      }
      expect(texts.get('how-to')).toContain(
        '1. Measure your foot.\n2. Choose the size above it.\n',
      );
      const ofFaq = texts.get('faq') ?? '';
      expect(ofFaq.indexOf('## FAQ')).toBeLessThan(ofFaq.indexOf('- It weighs'));
      for (const intent of ['guide', 'HOW_TO', 'How-to', '', 5, ['faq']]) {
        const answer = await post('/api/v1/suggest', { brandId, content: CONTENT, intent });
        expect([answer.status, answer.json()]).toMatchObject([
          400,
          { error: { code: 'BAD_INPUT', details: { field: 'intent' } } },
        ]);
      }
    },
  },
  {
    id: 'D2-SUGGEST-3',
    check: async ({ post, brandId }) => {
      const status = async (content?: unknown) => {
        const answer = await post('/api/v1/suggest', { brandId, content });
        const { error } = answer.json<{ error?: { details: { field: string } } }>();
        return [answer.status, error?.details.field];
      };
      for (const character of ['x', '\u{1f600}', '\u6f22', '\u{20000}']) {
        expect(await status(character.repeat(4_000))).toEqual([200, undefined]);
        expect(await status(character.repeat(4_001))).toEqual([400, 'content']);
      }
      for (const content of [undefined, null, '', '  ', '<br>', 5, [CONTENT], 'a\u0000b'])
        expect(await status(content)).toEqual([400, 'content']);
    },
  },
  {
    id: 'D2-SUGGEST-4',
    check: async ({ post }) => {
      const nameless = await post('/api/v1/suggest', { content: CONTENT });
      expect([nameless.status, nameless.json()]).toMatchObject([
        400,
        { error: { details: { field: 'brandId' } } },
      ]);
      const unknown = await post('/api/v1/suggest', { brandId: 'nobody', content: CONTENT });
      expect(unknown.status).toBe(404);
    },
  },
  {
    id: 'D2-SUGGEST-5',
    check: async ({ account, post, brandId }) => {
      const body = { brandId, content: CONTENT, intent: 'faq' };
      const answers = await Promise.all(
        ['/api/v1/suggest', '/api/restaurant/aeo-suggest', '/api/admin/aeo/generate'].map((path) =>
          post(path, body),
        ),
      );
      const [own] = answers.map((answer) => answer.json<object>());
      for (const answer of answers)
        expect([answer.status, answer.json()]).toEqual([200, { ...own, suggestionId: text }]);
      const key = await account.makeKey({ scopes: ['write'] });
      expect((await post('/api/admin/aeo/generate', body, { key })).status).toBe(403);
      expect((await post('/api/restaurant/aeo-suggest', body, { key })).status).toBe(200);
      const reader = await account.makeKey({ scopes: ['read'] });
      expect((await post('/api/v1/suggest', body, { key: reader })).status).toBe(403);
    },
  },
  {
    id: 'D2-SUGGEST-6',
    check: async ({ post }) => {
      const made = await post('/api/v1/brands', { name: 'Untold', category: 'lamps' });
      const { id } = made.json<{ brand: { id: string } }>().brand;
      const answer = await post('/api/v1/suggest', { brandId: id, content: CONTENT });
      expect(answer.json<Body>().expectedLift).toEqual({
        metric: 'pawc_share',
        delta: 0,
        confidence: 'none',
        states: { delta: 'none' },
      });
    },
  },
];
