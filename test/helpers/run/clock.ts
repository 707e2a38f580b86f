const DAY_MS = 86_400_000;

/** A clock that goes on, and that tests set forward. */
export function createClock() {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    move(ms: number) {
      aheadMs += ms;
    },
    /** To one second after the next midnight UTC. */
    moveToNextDay() {
      const nowMs = Date.now() + aheadMs;
      aheadMs += DAY_MS - (nowMs % DAY_MS) + 1_000;
    },
    /** To noon UTC of a day that lies ahead, so that no test meets midnight by chance. */
    moveToNoon() {
      this.moveToNextDay();
      aheadMs += DAY_MS / 2;
    },
  };
}
