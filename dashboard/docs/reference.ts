import './style.css';
import { createApiReference } from 'virtual:api-reference';
import { mountFrame } from '../frame/frame.js';

const root = document.getElementById('root') as HTMLElement;
// Scalar would treat the placeholder as server-rendered markup.
root.replaceChildren();

/** Loads only the OpenAPI description: no fonts, telemetry or assistants from elsewhere. */
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
  // Scalar reads the theme once; afterwards only these classes change its colours.
  document.body.classList.toggle('dark-mode', theme === 'dark');
  document.body.classList.toggle('light-mode', theme === 'light');
});

/** Scalar renders these buttons without an accessible name. */
const nameCopyButtons = () => {
  for (const button of root.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy code');
};
new MutationObserver(nameCopyButtons).observe(root, { childList: true, subtree: true });
