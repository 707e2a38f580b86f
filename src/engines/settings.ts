import { PLATFORMS, type Platform, platformById } from './platforms.js';

export interface PlatformSettings {
  apiKey?: string | undefined;
  baseUrl?: string | undefined;
  model?: string | undefined;
  /** `native` where the platform has an adapter of its own, chat completions otherwise. */
  api: 'native' | 'openai';
  /** Questions asked of it at the same time. */
  concurrency?: number | undefined;
}

export type SettingsByPlatform = Readonly<Partial<Record<string, PlatformSettings>>>;

/** The setting of a platform as an operator writes it, for example `CHATGPT_API_KEY`. */
export const settingName = (platform: string, setting: 'API_KEY' | 'BASE_URL' | 'MODEL'): string =>
  `${platform.toUpperCase()}_${setting}`;

/** Where a platform is asked, or null while it is not configured. */
export interface Endpoint {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  /** The dialect that is spoken there. */
  api: 'native' | 'openai';
}

/**
 * A supported platform needs a key, or a base URL for a server that takes none. A planned one needs
 * a base URL: a stray key in the environment must not start spending.
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

/** Everything wrong with the settings at once; none of the messages shows a key. */
export function platformFaults(settings: SettingsByPlatform): string[] {
  const faults: string[] = [];
  for (const [id, given] of Object.entries(settings)) {
    if (given === undefined) continue;
    const [apiKey, baseUrl] = [given.apiKey?.trim(), given.baseUrl?.trim()];
    const platform = platformById.get(id);
    if (platform === undefined) {
      const known = PLATFORMS.map((each) => each.id).join(', ');
      faults.push(`${id} is no platform; known are ${known}`);
      continue;
    }
    if (baseUrl && !isHttpUrl(baseUrl)) {
      faults.push(`${settingName(id, 'BASE_URL')} must be an http or https address`);
    }
    const vendor = (given.api === 'native' ? platform.native : null) ?? platform;
    if (apiKey && !baseUrl && vendor.baseUrl === null) {
      faults.push(
        `${settingName(id, 'BASE_URL')} must be set: ${platform.name} has no endpoint of its own`,
      );
    }
    if (apiKey && /[^\x21-\x7e]/u.test(apiKey)) {
      faults.push(`${settingName(id, 'API_KEY')} holds a space or a character no key has`);
    }
  }
  return faults;
}
