/** Runs `work` one call at a time. Calls during a run cause one further run together, and resolve when it ends. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  async function runAll(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
  }
  return () => {
    again = true;
    running ??= runAll().finally(() => {
      running = null;
    });
    return running;
  };
}
