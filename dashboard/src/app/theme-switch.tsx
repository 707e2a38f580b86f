import { useState } from 'react';
import { Icon, type IconName } from '../ui/icon.js';

const KEY = 'answerscope:theme';
const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const ICONS: Record<Theme, IconName> = { system: 'screen', light: 'sun', dark: 'moon' };

const readTheme = (): Theme =>
  THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system';

function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing forgets it with the page.
  }
}

/** From one to the next: as the system, light, dark. theme.js sets it before the first paint. */
export function ThemeSwitch() {
  const [theme, setShown] = useState(readTheme);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <button
      type="button"
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      className="rounded-md p-2 text-ink-soft hover:bg-sunken hover:text-ink"
      onClick={() => {
        setTheme(next);
        setShown(next);
      }}
    >
      <Icon name={ICONS[theme]} />
    </button>
  );
}
