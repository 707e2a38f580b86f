import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { createLog } from '../../src/observability/log.js';

/** The product without rate windows: every request is admitted and nothing is counted. */

const state = { limit: 1, windowMs: 60_000, remaining: 1, freesAtMs: 0 };
const config = loadConfig(process.env);
const app = await createApp(config, createLog({ level: 'info', format: 'json' }), {
  windows: {
    take: () => ({ ...state, admitted: true, takenAtMs: 0 }),
    peek: async (_key, layers) => layers.map((layer) => ({ ...state, ...layer })),
    refund: async () => {},
    dispose: async () => {},
  },
});
process.on('SIGTERM', () => void app.dispose().then(() => process.exit(0)));
