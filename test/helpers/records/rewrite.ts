import type { Deps, Tenant } from '../../../src/deps.js';
import { checkRewrite, type RewriteInput } from '../../../src/services/rewrites/new-rewrite.js';
import type { RewriteRow } from '../../../src/services/rewrites/rewrite.js';
import { type RewriteOptions, rewriteCopy } from '../../../src/services/rewrites/rewrite-copy.js';
import { sql } from '../run/sql.js';
import { ownerOf } from './probe.js';

export const COPY_INPUT = {
  text: 'Acme is a CRM for small agencies. It was founded in 2016. “It saves us hours,” said Tom Becker.',
  brand: 'Acme',
  audience: 'agencies',
};
/** The engine's rewrite of the text. */
export const WRITTEN = {
  headline: 'Acme: the CRM for small agencies',
  section_1_answer: 'Acme is a CRM for small agencies.',
  section_2_evidence: ['It was founded in 2016.'],
  section_3_context: 'It is for agencies.',
  section_4_faq: [{ q: 'What is Acme?', a: 'A CRM for small agencies.' }],
};

const LIMITS = { attemptMs: 150, wholeMs: 10_000 };

export const rewrite = (
  deps: Deps,
  tenant: Tenant,
  fields: Partial<RewriteOptions> & { input?: Partial<RewriteInput>; brandId?: string } = {},
): Promise<RewriteRow> => {
  const { input, brandId, ...options } = fields;
  const checked = checkRewrite({ ...COPY_INPUT, ...input });
  return rewriteCopy(deps, { ...ownerOf(tenant), brandId }, checked, {
    idempotencyKey: null,
    limits: LIMITS,
    ...options,
  });
};

/** Statuses of an account's rewrites, oldest first. */
export const statusesOf = async (
  app: { databaseUrl: string },
  { accountId }: Tenant,
): Promise<string[]> =>
  (
    await sql<{ status: string }>(
      app.databaseUrl,
      'select status from rewrite where account_id = $1 order by id',
      [accountId],
    )
  ).map(({ status }) => status);
