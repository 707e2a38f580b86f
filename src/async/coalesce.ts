/** Runs `work` one call at a time. Calls during a run cause one further run together, and resolve when it ends. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  async function runAll(): Promise<void> {
    try {
      do {
        again = false;
        await work();
      } while (again);
    } finally {
      // In the same step as the check above, so that no call comes in between and is lost.
      running = null;
    }
  }
  return () => {
    again = true;
    running ??= runAll();
    return running;
  };
}
