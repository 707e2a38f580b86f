const STEPS_SEC = [1, 5, 15, 60, 300];
const IN_A_ROW = 3;

/**
 * The wait that a caller is told who comes back too early again and again: after three refusals in a
 * row the next longer step, and one more after each three that follow. It is advice, and never
 * shorter than the true wait.
 */
export function toAdvisedWait(waitSec: number, refusedBefore: number): number {
  let advisedSec = waitSec;
  for (let raises = Math.floor(refusedBefore / IN_A_ROW); raises > 0; raises -= 1)
    advisedSec = STEPS_SEC.find((step) => step > advisedSec) ?? advisedSec;
  return advisedSec;
}
