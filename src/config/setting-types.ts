import { z } from 'zod';
import { toDelays } from '../domain/webhooks/retry-delays.js';
import { toAllowedHost } from '../domain/webhooks/webhook-target.js';

/** Parsers of settings, with their error messages. */

export const optional = <T extends z.ZodType>(type: T) => type.optional();
export const text = () => optional(z.string().trim());
export const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  const whole = z
    .string()
    .trim()
    .regex(/^\d{1,15}$/, error)
    .transform(Number);
  return whole.pipe(z.number().min(min, error).max(max, error));
};
export const integer = (fallback: number, min: number, max: number) =>
  wholeNumber(min, max).default(fallback);
/** A number with an optional fraction, like 12.50. */
export const amount = (fallback: number, max: number) => {
  const error = `must be a number from 0 to ${max}`;
  const written = z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,6})?$/, error);
  return written.transform(Number).pipe(z.number().max(max, error)).default(fallback);
};
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  fallback: T[number],
) => oneOf(values).default(fallback as never);
export const httpUrl = () =>
  optional(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }));
export const postgresUrl = () =>
  optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }));
export const list = () =>
  z
    .string()
    .default('')
    .transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
    );

export const delays = z
  .string()
  .default('30s,2m,10m,1h,6h')
  .transform((value, ctx) => {
    const read = toDelays(value);
    if (read !== null) return read;
    ctx.addIssue({
      code: 'custom',
      message: 'must look like 30s,2m,10m,1h,6h, with at most 20 delays',
    });
    return z.NEVER;
  });

export const headers = list().transform((pairs, ctx) =>
  Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      const name = pair.slice(0, at).trim();
      try {
        if (/^[\w-]+$/.test(name)) return [name, decodeURIComponent(pair.slice(at + 1).trim())];
      } catch {
        // Handled below, like a pair without a name.
      }
      // The message omits the value, which may be a secret.
      ctx.addIssue({ code: 'custom', message: 'must look like name=value,name2=value2' });
      return ['', ''];
    }),
  ),
);

export const share = z
  .string()
  .trim()
  .default('1')
  .transform(Number)
  .refine((value) => value >= 0 && value <= 1, 'must be a number from 0 to 1');

export const allowedHosts = list().transform((entries, ctx) =>
  entries.map((entry) => {
    const place = toAllowedHost(entry);
    if (place !== null) return place;
    ctx.addIssue({ code: 'custom', message: `"${entry}" must look like receiver.internal:8080` });
    return z.NEVER;
  }),
);

/** Pairs like `chatgpt=0.4`, with a rate from 0 to 1 for each name. */
export const rates = (names: readonly string[]) =>
  z
    .string()
    .default('')
    .transform((value, ctx) => {
      const byPlatform: Record<string, number> = {};
      for (const pair of value.split(',').filter(Boolean)) {
        const [platform = '', rate = ''] = pair.split('=').map((part) => part.trim());
        const number = Number(rate);
        if (!names.includes(platform) || rate === '' || !(number >= 0 && number <= 1)) {
          ctx.addIssue({
            code: 'custom',
            message: `"${pair}" must look like chatgpt=0.4, with a rate from 0 to 1`,
          });
          return z.NEVER;
        }
        byPlatform[platform] = number;
      }
      return byPlatform;
    });
