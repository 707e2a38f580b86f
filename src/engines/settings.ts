import { PLATFORMS, type Platform, platformById } from './platforms.js';

export interface PlatformSettings {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  model?: string | undefined;
  /** `native` uses the platform's native adapter; without one, chat completions are used. */
  api: 'native' | 'openai';
  /** Maximum number of concurrent questions. */
  concurrency?: number | undefined;
}

export type SettingsByPlatform = Readonly<Partial<Record<string, PlatformSettings>>>;

/** Name of a platform's environment variable, for example `CHATGPT_API_KEY`. */
export const settingName = (platform: string, setting: 'API_KEY' | 'BASE_URL' | 'MODEL'): string =>
  `${platform.toUpperCase()}_${setting}`;

/** Connection settings of one configured platform. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** API dialect of the server. */
  api: 'native' | 'openai';
}

/**
 * The endpoint of a platform; null if it is not configured. A supported platform needs a key, or a base
 * URL of a server without keys. A planned platform needs a base URL: a stray key in the environment must
 * not start spending.
 */
export function endpointOf(
  platform: Platform,
  settings: PlatformSettings | undefined,
): Endpoint | null {
  if (settings === undefined) return null;
  const ownUrl = settings.baseUrl || undefined;
  const apiKey = settings.apiKey || undefined;
  const isConfigured =
    ownUrl !== undefined || (platform.stage === 'supported' && apiKey !== undefined);
  const native = settings.api === 'native' ? platform.native : null;
  const { baseUrl: vendorUrl, model } = native ?? platform;
  const baseUrl = ownUrl ?? vendorUrl;
  if (!isConfigured || baseUrl === null) return null;
  const api = native === null ? 'openai' : 'native';
  return { baseUrl, apiKey, model: settings.model || model, api };
}

const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/u.test(new URL(text).protocol);

/** All errors in the settings; no message contains a key. */
export function platformFaults(settings: SettingsByPlatform): string[] {
  const faults: string[] = [];
  for (const [id, given] of Object.entries(settings)) {
    if (given === undefined) continue;
    const [apiKey, baseUrl] = [given.apiKey?.trim(), given.baseUrl?.trim()];
    const platform = platformById.get(id);
    if (platform === undefined) {
      const known = PLATFORMS.map((each) => each.id).join(', ');
      faults.push(`${id} is not a platform; allowed: ${known}`);
      continue;
    }
    if (baseUrl && !isHttpUrl(baseUrl)) {
      faults.push(`${settingName(id, 'BASE_URL')} must be an http or https address`);
    }
    const vendor = (given.api === 'native' ? platform.native : null) ?? platform;
    if (apiKey && !baseUrl && vendor.baseUrl === null) {
      faults.push(
        `${settingName(id, 'BASE_URL')} must be set: ${platform.name} has no default endpoint`,
      );
    }
    if (apiKey && /[^\x21-\x7e]/u.test(apiKey)) {
      faults.push(`${settingName(id, 'API_KEY')} must be printable ASCII without spaces`);
    }
  }
  return faults;
}
