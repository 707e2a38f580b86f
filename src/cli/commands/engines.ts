import type { Command } from 'commander';
import type { Deps } from '../../deps.js';
import { EngineError, type EngineErrorCode, type Question } from '../../engines/engine.js';
import { AppError } from '../../errors.js';
import { addNoun, addVerb } from '../options.js';
import { addAction, toTable } from '../perform.js';
import { currentShell } from '../shell.js';

const LIMIT_MS = 90_000;

/** Settings to check first for each error code. The other errors are temporary, or the vendor's. */
const SETTINGS: Partial<Record<EngineErrorCode, readonly string[]>> = {
  UNAUTHORIZED: ['API_KEY'],
  UNAVAILABLE: ['BASE_URL', 'MODEL'],
  TIMEOUT: ['BASE_URL'],
  MALFORMED: ['API', 'BASE_URL'],
  EMPTY: ['MODEL'],
};

interface Tried {
  platform: string;
  sandbox: boolean;
  ok: boolean;
  latencyMs: number;
  model: string | null;
  links: number | null;
  code: string | null;
  message: string | null;
  settings: string[];
}

const toQuestion = (now: Date): Question => ({
  promptText: 'What is a good project management tool? Answer in one sentence.',
  country: null,
  language: 'en',
  subject: { brandId: 'cli', name: 'Example', website: null, competitors: [] },
  day: now.toISOString().slice(0, 10),
  repeat: 0,
});

async function tryEngine(deps: Deps, platform: string): Promise<Tried> {
  const engine = deps.engines.forEnvironment('live').get(platform);
  if (engine === undefined) throw new AppError('NOT_FOUND', `${platform} is not configured`);
  const { sandbox } = engine;
  const startedMs = performance.now();
  const taken = () => Math.round(performance.now() - startedMs);
  const none = { model: null, links: null, code: null, message: null, settings: [] };
  try {
    const answer = await engine.ask(toQuestion(deps.now()), AbortSignal.timeout(LIMIT_MS));
    const { model, citations } = answer;
    const latencyMs = taken();
    return { ...none, platform, sandbox, ok: true, latencyMs, model, links: citations.length };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { code, message } = error;
    const settings = (SETTINGS[code] ?? []).map((name) => `${platform.toUpperCase()}_${name}`);
    return { ...none, platform, sandbox, ok: false, latencyMs: taken(), code, message, settings };
  }
}

function toRow(tried: Tried): string[] {
  const { platform, sandbox, ok, latencyMs, model, links, code, message, settings } = tried;
  const name = sandbox ? `${platform} (sandbox)` : platform;
  if (ok) return [name, 'ok', `${latencyMs} ms`, `${model}, ${links} links`];
  const hint = settings.length === 0 ? '' : ` (check ${settings.join(', ')})`;
  return [name, code ?? '', `${latencyMs} ms`, `${message}${hint}`];
}

function addList(engines: Command): void {
  const verb = addVerb(engines, 'list', 'List every platform with its state and model.', [
    'engines list --json',
  ]);
  addAction(verb, async (deps) => {
    const platforms = deps.engines.list();
    const rows = platforms.map(({ platform, name, status, sandbox, model }) => [
      ...[platform, name, sandbox ? 'sandbox' : status, model],
    ]);
    return {
      data: { platforms },
      text: toTable([['ID', 'NAME', 'STATE', 'MODEL'], ...rows]),
    };
  });
}

function addTest(engines: Command): void {
  const verb = addVerb(
    engines,
    'test [platform]',
    'Ask each configured engine, or one of them, a short question. Real engines charge for it.',
    ['engines test chatgpt', 'engines test --json'],
  );
  addAction(verb, async (deps, _options, platform?: string) => {
    const { configured } = deps.engines.forEnvironment('live');
    if (platform !== undefined && !configured.includes(platform)) {
      const valid = configured.length === 0 ? 'none' : configured.join(', ');
      throw new AppError('BAD_INPUT', `${platform} is not configured; configured: ${valid}`);
    }
    const chosen = platform === undefined ? configured : [platform];
    const tried = await Promise.all(chosen.map((id) => tryEngine(deps, id)));
    if (tried.length === 0 || tried.some(({ ok }) => !ok)) currentShell().exitCode = 1;
    return {
      data: { engines: tried },
      text:
        tried.length === 0
          ? 'No engine is configured. Set the …_API_KEY of a platform.'
          : toTable(tried.map(toRow)),
    };
  });
}

export const addEngineCommands = addNoun('engines', 'List and test the engines', [
  addList,
  addTest,
]);
