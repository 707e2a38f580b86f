import './style.css';
import { createApiReference } from 'virtual:api-reference';
import { mountFrame } from '../frame/frame.js';

const root = document.getElementById('root') as HTMLElement;
// What stands there would be taken for the page as a server had drawn it.
root.replaceChildren();

/** Nothing is fetched but the description, and nothing is told to anyone: no fonts, no counting, no assistants. */
const toConfiguration = (theme: 'light' | 'dark') => ({
  url: '/api/v1/openapi.json',
  theme: 'none' as const,
  forceDarkModeState: theme,
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never' as const,
  hideClientButton: true,
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell' as const, clientKey: 'curl' as const },
});

let isDrawn = false;
void mountFrame('/docs', (theme) => {
  if (!isDrawn) createApiReference(root, toConfiguration(theme));
  isDrawn = true;
  // It reads the theme once; what it draws goes by these alone.
  document.body.classList.toggle('dark-mode', theme === 'dark');
  document.body.classList.toggle('light-mode', theme === 'light');
});

/** The reference draws these without a name. */
const nameCopyButtons = () => {
  for (const button of root.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy the code');
};
new MutationObserver(nameCopyButtons).observe(root, { childList: true, subtree: true });
