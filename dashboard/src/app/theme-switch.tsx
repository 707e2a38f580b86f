import { useState } from 'react';
import { Icon } from '../ui/icon.js';
import { nextTheme, readTheme, setTheme, THEME_ICONS } from './theme.js';

export function ThemeSwitch() {
  const [theme, setShown] = useState(readTheme);
  const next = nextTheme(theme);
  return (
    <button
      type="button"
      aria-label={`Theme: ${theme}. Switch to ${next}`}
      title={`Theme: ${theme}`}
      className="rounded-md p-2 text-ink-soft hover:bg-sunken hover:text-ink"
      onClick={() => {
        setTheme(next);
        setShown(next);
      }}
    >
      <Icon name={THEME_ICONS[theme]} />
    </button>
  );
}
