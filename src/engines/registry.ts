import type { Engine } from './engine.js';
import { DEFAULT_MANNERS } from './manners.js';
import { createPlatformEngine } from './natives.js';
import { observe } from './observer.js';
import { PLATFORMS, SUPPORTED_PLATFORMS } from './platforms.js';
import { createSandboxEngine, SANDBOX_MODEL, type SandboxOptions } from './sandbox.js';
import { endpointOf, platformFaults, type SettingsByPlatform } from './settings.js';
import { tellOnce } from './tell-once.js';
import type { Limits } from './vendor-engine.js';

export type Environment = 'live' | 'test';

export interface EnginesOptions extends Limits {
  platforms: SettingsByPlatform;
  /** `auto` lets the sandbox answer live callers, but only while no platform has a credential. */
  sandboxMode: 'auto' | 'off';
  sandbox: SandboxOptions;
  /** Told, once each, what the operator alone can mend; never with a key in it. */
  tell?: (words: string) => void;
}

export interface PlatformEntry {
  platform: string;
  name: string;
  status: 'configured' | 'planned' | 'unconfigured';
  /** Whether the sandbox answers for it. */
  sandbox: boolean;
  model: string;
}

export interface EngineSet {
  /** Platform ids in table order. */
  configured: string[];
  get(platform: string): Engine | undefined;
  sandbox: boolean;
}

export interface Engines {
  list(environment?: Environment): PlatformEntry[];
  forEnvironment(environment: Environment): EngineSet;
  /** The sandbox alone, without its latency, and with a truth of one's own. */
  withTruth(truth: SandboxOptions['truth']): Engines;
}

function toSet(engines: readonly Engine[], sandbox: boolean): EngineSet {
  const byId = new Map(engines.map((engine) => [engine.platform, engine]));
  return { configured: [...byId.keys()], get: (platform) => byId.get(platform), sandbox };
}

/** Builds every engine once; throws one error that names all faults of the settings. */
export function createEngines(options: EnginesOptions): Engines {
  const faults = platformFaults(options.platforms);
  if (faults.length > 0) throw new Error(faults.join('; '));

  const endpoints = new Map(
    PLATFORMS.flatMap((platform) => {
      const endpoint = endpointOf(platform, options.platforms[platform.id]);
      return endpoint === null ? [] : [[platform.id, endpoint] as const];
    }),
  );
  const {
    attemptTimeoutMs,
    connectTimeoutMs,
    retry,
    fetch,
    tell = () => undefined,
    observer = {},
  } = options;
  const real = PLATFORMS.flatMap((platform) => {
    const endpoint = endpoints.get(platform.id);
    if (endpoint === undefined) return [];
    const manners = options.manners ?? DEFAULT_MANNERS;
    const running = options.platforms[platform.id]?.concurrency ?? manners.running;
    const engine = createPlatformEngine(platform, endpoint, {
      attemptTimeoutMs,
      connectTimeoutMs,
      retry,
      fetch,
      manners: { ...manners, running },
      observer,
    });
    return [observe(tellOnce(engine, tell), observer)];
  });
  const sandbox = toSet(
    SUPPORTED_PLATFORMS.map(({ id }) =>
      observe(createSandboxEngine(id, options.sandbox), observer),
    ),
    true,
  );
  // One credential is enough to end the sandbox's stand-in: no number mixes the two.
  const live = real.length === 0 && options.sandboxMode === 'auto' ? sandbox : toSet(real, false);
  const forEnvironment = (environment: Environment) => (environment === 'test' ? sandbox : live);

  return {
    forEnvironment,
    withTruth: (truth) =>
      createEngines({
        ...options,
        platforms: {},
        sandboxMode: 'auto',
        sandbox: { truth },
        observer: undefined,
      }),
    list: (environment = 'live') => {
      const engines = forEnvironment(environment);
      return PLATFORMS.map(({ id, name, stage, model, native }) => {
        const engine = engines.get(id);
        const missing = stage === 'planned' ? 'planned' : 'unconfigured';
        const isSandbox = engine?.sandbox ?? false;
        return {
          platform: id,
          name,
          status: engine === undefined ? missing : 'configured',
          sandbox: isSandbox,
          model: isSandbox ? SANDBOX_MODEL : (endpoints.get(id)?.model ?? native?.model ?? model),
        };
      });
    },
  };
}
