import type { IconName } from '../ui/icon-paths.js';

/** The reader's choice, kept in this browser. theme.js sets it before the first paint. */

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

/** From one to the next: as the system, light, dark. */
export const nextTheme = (theme: Theme): Theme =>
  THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';

export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}
