/** Runs `work` one call at a time. A call that comes while it runs makes it run once more, for all such calls together. */
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
