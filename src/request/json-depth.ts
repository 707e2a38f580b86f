const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;

/** Whether JSON is nested deeper than `levels`. Iterative, so that deep input cannot overflow the stack. */
export function isDeeperThan(levels: number, json: object): boolean {
  let level = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === levels) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}
