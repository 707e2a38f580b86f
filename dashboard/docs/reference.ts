import '@scalar/api-reference/style.css';
import './style.css';
import { createApiReference } from '@scalar/api-reference';

const root = document.getElementById('root') as HTMLElement;
// What stands there would be taken for the page as a server had drawn it.
root.replaceChildren();

/** Nothing is fetched but the description, and nothing is told to anyone: no fonts, no counting, no assistants. */
createApiReference(root, {
  url: '/api/v1/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
