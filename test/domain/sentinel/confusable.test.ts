import { expect, test } from '@jest/globals';
import { toPrototypes } from '../../../src/domain/sentinel/confusable.js';
import { readVectors } from '../../helpers/vectors.js';

test('characters become those of the reference', () => {
  const vectors = readVectors('domain/sentinel/confusable-vectors.tsv').map(
    ([escaped = '', to]) => ({
      text: escaped.replace(/\\u(\w{4})/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
      to,
    }),
  );
  expect(vectors.length).toBeGreaterThan(300);
  expect(vectors.map(({ text }) => ({ text, to: toPrototypes(text) }))).toEqual(vectors);
});

test.each(['pay\u200bpal', 'paypal\u200d', '\ufeffpaypal'])(
  '%j has no zero-width character left',
  (text) => {
    expect(toPrototypes(text)).toBe('paypal');
  },
);
