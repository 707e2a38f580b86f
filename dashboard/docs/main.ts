import '@scalar/api-reference/style.css';
import './style.css';
import { createApiReference } from '@scalar/api-reference';

/** Nothing is fetched but the description, and nothing is told to anyone: no fonts, no counting, no assistants. */
createApiReference('#root', {
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
