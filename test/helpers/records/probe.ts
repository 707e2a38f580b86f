import type { App } from '../../../src/app.js';
import { SYSTEM, type Tenant } from '../../../src/deps.js';
import { newId } from '../../../src/domain/accounts/id.js';
import type { EngineErrorCode } from '../../../src/engines/engine.js';
import type { SandboxOptions } from '../../../src/engines/sandbox/sandbox.js';
import type { BrandRow } from '../../../src/services/brands/brand.js';
import { createBrand, type NewBrand } from '../../../src/services/brands/new-brand.js';
import { performRun } from '../../../src/services/runs/perform-run.js';
import type { NewProbe } from '../../../src/services/runs/plan-probe.js';
import {
  findProbeRun,
  type ProbeRunRow,
  startProbe,
} from '../../../src/services/runs/probe-run.js';

export type { Tenant };

/** Who acts for all of them: records name a user, and only keys look them up. */
export const USER = newId();
export const ownerOf = (tenant: Tenant) => ({ ...tenant, userId: USER });

/** An account of one's own without a person: most use cases ask for no more than its place. */
export async function createTenant(
  app: Pick<App, 'deps'>,
  { tier = 'growth', environment = 'test' as Tenant['environment'], limits = {} } = {},
): Promise<Tenant> {
  const accountId = newId();
  await app.deps.db.transaction({ accountId, environment }, async (tx) => {
    const now = app.deps.now();
    await tx.execute(
      'insert into auth."organization" (id, name, slug, "createdAt") values (:accountId, :name, :slug, :now)',
      { name: 'Tenant', slug: accountId, now },
    );
    await tx.execute(
      `insert into account_setting (account_id, tier, limits, engine_grant, created_at) values (:accountId, :tier, :limits::jsonb, 'operator', :now)`,
      { tier, limits: JSON.stringify(limits), now },
    );
  });
  return { accountId, environment };
}

/** Makes who acts a person, and the account's owner: keys go with their maker's membership. */
export const addOwner = (app: Pick<App, 'deps'>, { accountId }: Tenant): Promise<void> =>
  app.deps.db.transaction(SYSTEM, async (tx) => {
    await tx.execute(
      `insert into auth."user" (id, name, email, "emailVerified") values (:userId, 'Maker', :email, false) on conflict do nothing`,
      { userId: USER, email: `${USER}@example.com` },
    );
    await tx.execute(
      `insert into auth."member" (id, "organizationId", "userId", role, "createdAt") values (:id, :accountId, :userId, 'owner', now())
       on conflict do nothing`,
      { id: newId(), accountId, userId: USER },
    );
  });

export const makeBrand = (
  app: Pick<App, 'deps'>,
  tenant: Tenant,
  fields: Partial<NewBrand> = {},
): Promise<BrandRow> =>
  createBrand(
    app.deps,
    ownerOf(tenant),
    { name: 'Acme', category: 'CRM software', website: 'https://acme.com', ...fields },
    null,
  );

export const start = (
  app: Pick<App, 'deps'>,
  tenant: Tenant,
  brand: { id: string },
  fields: Partial<NewProbe> = {},
): Promise<ProbeRunRow> =>
  startProbe(
    app.deps,
    ownerOf(tenant),
    { brandId: brand.id, platforms: null, promptPackId: null, samplesPerPrompt: 1, ...fields },
    null,
  );

/** Works a run off here and now, as a worker would. */
export async function perform(
  app: Pick<App, 'deps'>,
  tenant: Tenant,
  run: { id: string },
): Promise<ProbeRunRow> {
  const never = new AbortController().signal;
  await performRun(app.deps, tenant, run.id, { stop: never, abort: never });
  return findProbeRun(app.deps, tenant, run.id);
}

const ENDED = ['completed', 'failed', 'cancelled'];

/** The run once a worker has ended it: woken by its news, and looked at before the first. */
export async function untilEnded(
  app: Pick<App, 'deps'>,
  tenant: Tenant,
  run: { id: string },
): Promise<ProbeRunRow> {
  const { deps } = app;
  let wake = () => {};
  const endings = [
    deps.events.on('run', ({ runId, ended }) => runId === run.id && ended && wake()),
    deps.events.onGap(() => wake()),
  ];
  try {
    for (;;) {
      const news = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const found = await findProbeRun(deps, tenant, run.id);
      if (ENDED.includes(found.status)) return found;
      await news;
    }
  } finally {
    for (const end of endings) end();
  }
}

export interface Script {
  sandbox: SandboxOptions;
  /** Which platforms fail from now on, and how. */
  failing: Partial<Record<string, EngineErrorCode>>;
  /** The platform of each question, in the order in which they were asked. */
  asked: string[];
  /** Called with each question before it is answered. */
  onAsk: (platform: string, count: number) => void;
}

/** A sandbox that is told while it runs what fails, and that tells what it was asked. */
export function createScript(options: SandboxOptions = {}): Script {
  const failing: Script['failing'] = {};
  const script: Script = { sandbox: {}, failing, asked: [], onAsk: () => {} };
  // The sandbox looks its failures up once per question.
  const failures = new Proxy(failing, {
    get(target, platform: string) {
      script.asked.push(platform);
      script.onAsk(platform, script.asked.length);
      return target[platform];
    },
  });
  script.sandbox = { ...options, failures };
  return script;
}
