/** Jest loads setup and teardown separately: they share no modules, only the global object. */
const state = globalThis as { answerscopeTestStop?: (() => Promise<void>) | undefined };

export function setStop(stop: () => Promise<void>): void {
  state.answerscopeTestStop = stop;
}

export async function stop(): Promise<void> {
  await state.answerscopeTestStop?.();
  state.answerscopeTestStop = undefined;
}
