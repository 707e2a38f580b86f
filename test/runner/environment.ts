import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Circus } from '@jest/types';
import { ModuleMocker } from 'jest-mock';
import { watchForLeftovers } from './left-behind.js';

const { console: ownConsole } = globalThis;
const { exit, getBuiltinModule } = process;
// Opens the standard streams now: Node opens them on first use, which would count as left behind by a file.
void [process.stdin, process.stdout, process.stderr];

/** Runs test files in the process itself instead of in a context each. A file that leaves something behind fails. */
export default class ProcessEnvironment implements JestEnvironment<unknown> {
  global = globalThis as JestEnvironment['global'];
  moduleMocker = new ModuleMocker(this.global);
  fakeTimers: null = null;
  fakeTimersModern: ModernFakeTimers;
  #findLeftovers: (() => Promise<string[]>) | undefined;

  constructor({ projectConfig }: JestEnvironmentConfig) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup(): Promise<void> {
    // The runtime replaces it by a version that serves the runtime's own modules.
    process.getBuiltinModule = getBuiltinModule;
  }

  async handleTestEvent(
    event: Circus.SyncEvent | Circus.AsyncEvent,
    state: Circus.State,
  ): Promise<void> {
    if (event.name === 'setup') this.#findLeftovers = watchForLeftovers();
    if (event.name !== 'run_finish') return;
    this.fakeTimersModern.useRealTimers();
    const left = await this.#findLeftovers?.();
    if (!left?.length) return;
    const error = new Error(`left behind: ${left.join(', ')}`);
    // The stack of this error is not useful.
    error.stack = error.message;
    state.unhandledErrors.push(error);
  }

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    process.exit = exit;
    globalThis.console = ownConsole;
  }

  exportConditions = (): string[] => ['node', 'node-addons'];
  getVmContext = (): null => null;
}
