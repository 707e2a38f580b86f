import { defineConfig } from 'vite';

/** Each page is an entry of its own; what they share becomes chunks of its own. */
export default defineConfig({
  logLevel: 'warn',
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Images as data would need a wider content security policy.
    assetsInlineLimit: 0,
    // The editor of GraphiQL is as large as it is, and loads after the page.
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: { graphiql: 'graphiql/index.html', docs: 'docs/index.html' },
      // Libraries mark files for servers that render them; there is no such server here.
      checks: { moduleLevelDirective: false },
    },
  },
});
