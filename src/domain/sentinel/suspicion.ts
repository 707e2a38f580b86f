/** Next step after a detection: the first crossing raises a suspicion, the second opens an incident. */

import { CALM_WINDOWS } from '../incidents/incident-rule.js';

/** `unknown`: too few answers, or no new ones. */
export type DetectionOutcome = 'crosses' | 'calm' | 'neither' | 'unknown';

export type Step =
  | 'suspect'
  | 'open'
  | 'clear'
  | 'strengthen'
  | 'count_calm'
  | 'resolve'
  | 'unsettle'
  | 'nothing';

export function nextStep(
  look: DetectionOutcome,
  { open, suspected }: { open: { calmWindows: number } | null; suspected: boolean },
): Step {
  if (look === 'unknown') return 'nothing';
  if (open !== null) {
    if (look === 'crosses') return 'strengthen';
    if (look === 'neither') return open.calmWindows > 0 ? 'unsettle' : 'nothing';
    return open.calmWindows + 1 >= CALM_WINDOWS ? 'resolve' : 'count_calm';
  }
  if (look === 'crosses') return suspected ? 'open' : 'suspect';
  return suspected ? 'clear' : 'nothing';
}
