/**
 * The reference validates data with zod, which probes whether `eval` is allowed. The content security policy
 * forbids it, and the browser reports each probe. So zod's JIT is disabled before the reference is loaded.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { jitless: true };

await import('./reference.js');

export {};
