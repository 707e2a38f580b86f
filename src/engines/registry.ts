import type { Engine } from './engine.js';
import { observe } from './observer.js';
import { PLATFORMS, SUPPORTED_PLATFORMS } from './platforms.js';
import { arePricesOld, isPriced, PRICES_AS_OF } from './prices.js';
import type { RealOptions } from './real.js';
import { createSandboxEngine, SANDBOX_MODEL, type SandboxOptions } from './sandbox/sandbox.js';
import { type Endpoint, endpointOf, platformFaults } from './settings.js';

export type EngineEnvironment = 'live' | 'test';

export interface EnginesOptions extends RealOptions {
  /** `auto` lets the sandbox answer live callers, but only while no platform has a credential. */
  sandboxMode: 'auto' | 'off';
  sandbox: SandboxOptions;
}

export interface PlatformEntry {
  platform: string;
  name: string;
  status: 'configured' | 'planned' | 'unconfigured';
  /** Whether the sandbox answers for the platform. */
  sandbox: boolean;
  model: string;
  /** Whether the price table has the model; null for the sandbox and for unconfigured platforms. */
  priced: boolean | null;
}

export interface EngineSet {
  /** Platform ids in table order. */
  configured: string[];
  get(platform: string): Engine | undefined;
  sandbox: boolean;
}

export interface Engines {
  list(environment?: EngineEnvironment): PlatformEntry[];
  forEnvironment(environment: EngineEnvironment): EngineSet;
  /** UTC day of the price table, `YYYY-MM-DD`, and whether that is more than 90 days ago. */
  prices(now: Date): { asOf: string; areOld: boolean };
  /** The sandbox alone, without latency, with the given true rates. */
  withTruth(truth: SandboxOptions['truth']): Engines;
}

function toSet(engines: readonly Engine[], sandbox: boolean): EngineSet {
  const byId = new Map(engines.map((engine) => [engine.platform, engine]));
  return { configured: [...byId.keys()], get: (platform) => byId.get(platform), sandbox };
}

/** Endpoints by platform id, and the engines built from them. */
interface Real {
  endpoints: ReadonlyMap<string, Endpoint>;
  engines: readonly Engine[];
}

const NONE: Real = { endpoints: new Map(), engines: [] };

async function createReal(options: EnginesOptions): Promise<Real> {
  const endpoints = new Map(
    PLATFORMS.flatMap((platform) => {
      const endpoint = endpointOf(platform, options.platforms[platform.id]);
      return endpoint === null ? [] : [[platform.id, endpoint] as const];
    }),
  );
  if (endpoints.size === 0) return NONE;
  // Loaded on demand: the vendor adapters take 20 MB and 0.1 s, and the sandbox does not need them.
  const { createRealEngines } = await import('./real.js');
  return { endpoints, engines: createRealEngines(options, endpoints) };
}

function combine(
  { endpoints, engines }: Real,
  {
    sandbox: truth,
    sandboxMode,
    observer = {},
  }: Pick<EnginesOptions, 'sandbox' | 'sandboxMode' | 'observer'>,
): Engines {
  const sandbox = toSet(
    SUPPORTED_PLATFORMS.map(({ id }) => observe(createSandboxEngine(id, truth), observer)),
    true,
  );
  // One credential switches the sandbox off for live callers: no metric mixes real and sandbox answers.
  const live = engines.length === 0 && sandboxMode === 'auto' ? sandbox : toSet(engines, false);
  const forEnvironment = (environment: EngineEnvironment) =>
    environment === 'test' ? sandbox : live;

  return {
    forEnvironment,
    prices: (now) => ({ asOf: PRICES_AS_OF, areOld: arePricesOld(now) }),
    withTruth: (truth) => combine(NONE, { sandboxMode: 'auto', sandbox: { truth } }),
    list: (environment = 'live') => {
      const set = forEnvironment(environment);
      return PLATFORMS.map(({ id, name, stage, model, native }) => {
        const engine = set.get(id);
        const missing = stage === 'planned' ? 'planned' : 'unconfigured';
        const isSandbox = engine?.sandbox ?? false;
        const asked = endpoints.get(id)?.model ?? native?.model ?? model;
        return {
          platform: id,
          name,
          status: engine === undefined ? missing : 'configured',
          sandbox: isSandbox,
          model: isSandbox ? SANDBOX_MODEL : asked,
          priced: engine === undefined || isSandbox ? null : isPriced(asked),
        };
      });
    },
  };
}

/** Builds every engine once; rejects with one error that lists all invalid settings. */
export async function createEngines(options: EnginesOptions): Promise<Engines> {
  const faults = platformFaults(options.platforms);
  if (faults.length > 0) throw new Error(faults.join('; '));
  return combine(await createReal(options), options);
}
