import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react-swc';
import { defaultClientConditions, type Plugin, type UserConfig } from 'vite';
import { referenceModule } from './reference-module.js';

/** This file runs from dist/dashboard/. */
const sources = join(import.meta.dirname, '..', '..', 'dashboard');

/** The theme is chosen by a plain script in the head, which no bundle is early enough for. */
const themeScript = (): Plugin => ({
  name: 'theme-script',
  apply: 'build',
  buildStart() {
    const source = readFileSync(join(sources, 'src', 'theme.js'), 'utf8');
    this.emitFile({ type: 'asset', name: 'theme.js', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const file = Object.values(bundle ?? {}).find(
        (made) => made.type === 'asset' && made.names.includes('theme.js'),
      );
      if (file === undefined) throw new Error('the theme script is not in the bundle');
      return [
        { tag: 'script', attrs: { src: `/${file.fileName}` }, injectTo: 'head-prepend' as const },
      ];
    },
  },
});

/** The same script while the dashboard is served from its sources, as `npm run dev` does. */
const servedThemeScript = (): Plugin => ({
  name: 'served-theme-script',
  apply: 'serve',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { src: '/src/theme.js' }, injectTo: 'head-prepend' },
  ],
});

/** What all have in common. */
const toConfig = (
  name: string,
  html: string,
  isFirst: boolean,
  more: UserConfig = {},
): UserConfig => ({
  logLevel: 'warn',
  ...more,
  build: {
    outDir: '../dist/web',
    emptyOutDir: isFirst,
    // Images as data would need a wider content security policy.
    assetsInlineLimit: 0,
    // The editor of GraphiQL is as large as it is, and loads after the page.
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: { [name]: html },
      output: {
        codeSplitting: {
          // What every page of the dashboard needs comes in two files, and not in twenty.
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'frame', test: /node_modules[\\/](@tanstack|@apollo|@wry|optimism|rxjs)[\\/]/ },
          ],
        },
      },
      // Libraries mark files for servers that render them; there is no such server here.
      checks: { moduleLevelDirective: false },
    },
  },
});

const dashboard: UserConfig = {
  plugins: [tailwind(), themeScript()],
  // Of rxjs, the form that was not written for browsers of 2014.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
};

/**
 * Three builds into one folder: built together, the dashboard would load parts of libraries that
 * the others alone need, for they would share them.
 */
export const configs: readonly UserConfig[] = [
  toConfig('graphiql', 'graphiql/index.html', true, { plugins: [themeScript()] }),
  toConfig('docs', 'docs/index.html', false, { plugins: [themeScript(), referenceModule()] }),
  toConfig('dashboard', 'index.html', false, dashboard),
];

// The server reads the same file.
if (existsSync('.env')) process.loadEnvFile('.env');
const server = `http://127.0.0.1:${process.env.PORT ?? 4000}`;

/** The dashboard from its sources, with a change shown at once; all else is asked of the server. */
export default {
  ...dashboard,
  root: sources,
  plugins: [tailwind(), react(), servedThemeScript()],
  optimizeDeps: { entries: ['index.html'] },
  server: {
    proxy: {
      '^/(?!dashboard|scan$|status$|@|src/|node_modules/)': { target: server, ws: true },
    },
  },
} satisfies UserConfig;
