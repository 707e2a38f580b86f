import type { JestEnvironment, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Circus } from '@jest/types';
import { ModuleMocker } from 'jest-mock';
import { watchForLeftovers } from './left-behind.js';

const { console: ownConsole } = globalThis;
const { exit, getBuiltinModule } = process;
// Node opens the standard streams at their first use, which would be that of some file.
void [process.stdin, process.stdout, process.stderr];

/** The process itself instead of a context for each file; what a file leaves behind fails it. */
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
    // The runtime puts one that serves modules of its own.
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
    // Where this is found says nothing.
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
