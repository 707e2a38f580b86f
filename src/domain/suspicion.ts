/** What one look at a brand leads to: a first crossing is a suspicion, a second one an incident. */

export type Look = 'crosses' | 'calm' | 'neither';

export type Step =
  | 'suspect'
  | 'open'
  | 'clear'
  | 'strengthen'
  | 'count_calm'
  | 'resolve'
  | 'unsettle'
  | 'nothing';

/** Windows in a row that have to be calm before an incident is over. */
const CALM_WINDOWS = 3;

export function nextStep(
  look: Look,
  { open, suspected }: { open: { calmWindows: number } | null; suspected: boolean },
): Step {
  if (open !== null) {
    if (look === 'crosses') return 'strengthen';
    if (look === 'neither') return open.calmWindows > 0 ? 'unsettle' : 'nothing';
    return open.calmWindows + 1 >= CALM_WINDOWS ? 'resolve' : 'count_calm';
  }
  if (look === 'crosses') return suspected ? 'open' : 'suspect';
  return suspected ? 'clear' : 'nothing';
}
