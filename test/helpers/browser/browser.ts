import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--headless=shell',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
];

interface Executable {
  executablePath?: string;
  channel?: string;
  env?: Record<string, string>;
}

/**
 * Unpacks the browser of the npm package once, with libraries that a minimal machine lacks. The package
 * unpacks into the temporary folder and mistakes a half-written file for a complete one. It therefore
 * runs in a separate process with a separate folder, which is renamed when complete.
 */
async function unpack(): Promise<Executable> {
  const entry = fileURLToPath(import.meta.resolve('@sparticuz/chromium'));
  const { version } = createRequire(entry)('../package.json') as { version: string };
  const cache = join(dirname(entry), '..', '..', '..', '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const partial = await mkdtemp(`${folder}-`);
    const script = `(await import('@sparticuz/chromium')).default.executablePath()`;
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `await ${script}`], {
      // With the name of this cloud runtime, the package unpacks the libraries too.
      env: { ...process.env, TMPDIR: partial, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    });
    // Another process may have created the folder first.
    await rename(partial, folder).catch(() => rm(partial, { recursive: true, force: true }));
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  };
}

const isPackaged = process.platform === 'linux' && process.arch === 'x64';

function findBrowser(): Executable | Promise<Executable> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH };
  return isPackaged ? unpack() : { channel: 'chrome' };
}

/** Starts a browser with a fresh profile: the packaged one if it runs, else the installed one. */
export async function startBrowser(): Promise<Browser> {
  const { env, ...executable } = await findBrowser();
  return chromium.launch({
    ...executable,
    args: FLAGS,
    env: { ...(process.env as Record<string, string>), ...env },
  });
}

const WAIT_MS = 45_000;

export interface VisitOptions {
  /** Cookie header of a session. */
  cookie?: string;
  /** Path to open first. */
  path?: string;
  colorScheme?: 'light' | 'dark';
  /** Faults to ignore, such as the browser's log of a request that the test expects to fail. */
  expected?: RegExp;
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors, violations of the content security policy and requests to other hosts. */
  faults: string[];
  /** Opens a path of the product by its URL. */
  go(path: string): Promise<void>;
}

/** Opens a new page of the product at `url` and records its faults. */
export async function visit(
  browser: Browser,
  url: string,
  options: VisitOptions = {},
): Promise<Visit> {
  const { cookie = '', path, colorScheme = 'light', expected } = options;
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: 1_440, height: 900 },
  });
  context.setDefaultTimeout(WAIT_MS);
  await context.addCookies(
    cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf('=');
        return { name: pair.slice(0, at), value: pair.slice(at + 1), url };
      }),
  );
  const page = await context.newPage();
  const faults: string[] = [];
  const note = (fault: string) => expected?.test(fault) || faults.push(fault);
  const checkUrl = (target: string) => {
    if (!/^(data|blob):/.test(target) && new URL(target).host !== new URL(url).host)
      note(`request to ${target}`);
  };
  context.on('request', (request) => checkUrl(request.url()));
  page.on('websocket', (socket) => checkUrl(socket.url()));
  page.on('pageerror', (error) => note(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) note(`${message.type()}: ${message.text()}`);
  });
  await page.exposeFunction('reportViolation', (text: string) => note(`policy: ${text}`));
  await page.addInitScript({
    content: `document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sourceFile));`,
  });
  const go = (to: string) => page.goto(url + to).then(() => {});
  if (path !== undefined) await go(path);
  return { page, context, faults, go };
}
