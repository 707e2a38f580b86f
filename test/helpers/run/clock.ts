const DAY_MS = 86_400_000;

/** A running clock that tests can set forward. */
export function createClock() {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    move(ms: number) {
      aheadMs += ms;
    },
    /** Sets the clock to one second after the next midnight UTC. */
    moveToNextDay() {
      const nowMs = Date.now() + aheadMs;
      aheadMs += DAY_MS - (nowMs % DAY_MS) + 1_000;
    },
    /** Sets the clock to noon UTC of a later day, so that a test never crosses midnight by chance. */
    moveToNoon() {
      this.moveToNextDay();
      aheadMs += DAY_MS / 2;
    },
  };
}
