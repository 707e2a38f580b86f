/**
 * The reference checks data with zod, which tries out whether it may evaluate text. The page's policy
 * says no, and a browser reports each try: so zod is told before any of it is loaded.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
shared.__zod_globalConfig = { jitless: true };

await import('./reference.js');

export {};
