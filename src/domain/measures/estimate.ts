/** A web-searching engine's usual answer; only ever used to tell a caller when to look again. */
const USUAL_LATENCY_MS = 12_000;
/** Queueing, storing and completing, whatever the engine. */
const OVERHEAD_MS = 250;

/** How long a run will take: its platforms are asked side by side, each a few questions at a time. */
export function estimateCompletionMs(run: {
  questionsPerPlatform: number;
  concurrency: number;
  latencyMs: number | null;
}): number {
  const rounds = Math.ceil(run.questionsPerPlatform / run.concurrency);
  return OVERHEAD_MS + rounds * (run.latencyMs ?? USUAL_LATENCY_MS);
}
