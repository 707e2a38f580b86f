import type { IconName } from '../ui/icon-paths.js';

/** Theme chosen in this browser, stored in localStorage. theme.js applies it before the first paint. */

const KEY = 'answerscope:theme';
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const THEME_ICONS: Record<Theme, IconName> = {
  system: 'screen',
  light: 'sun',
  dark: 'moon',
};

export const readTheme = (): Theme =>
  THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';

/** Next theme in the cycle system, light, dark. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // Without storage the theme lasts until the page is closed.
  }
}
