import { BRAND_PLACEHOLDER, RUN_PLACEHOLDER } from './tabs.js';

/** What one tab's answer has for the next one's variables. */
export interface Handover {
  /** Reads the ids in an answer. */
  watch(answer: unknown): void;
  /** The variables of a tab with those ids in their places. */
  fill(variables: string, query: string): string;
}

interface Answer {
  data?: {
    brands?: { nodes?: { id?: string }[] };
    startProbe?: { probeRun?: { id?: string } };
  } | null;
}

const quote = (text: string): string => JSON.stringify(text);

export function createHandover(): Handover {
  let brandId: string | undefined;
  let runId: string | undefined;
  return {
    watch(answer) {
      const { data } = (answer ?? {}) as Answer;
      brandId = data?.brands?.nodes?.[0]?.id ?? brandId;
      runId = data?.startProbe?.probeRun?.id ?? runId;
    },
    fill(variables, query) {
      let filled = variables;
      if (brandId !== undefined) filled = filled.replace(quote(BRAND_PLACEHOLDER), quote(brandId));
      if (runId !== undefined) {
        filled = filled.replace(quote(RUN_PLACEHOLDER), quote(runId));
        // A newer run takes the place of the last one, once; then the reader's own choice stands.
        if (/\bprobeRunProgress\b/.test(query)) {
          filled = filled.replace(
            /("runId"\s*:\s*)"[^"]*"/,
            (_, name) => name + quote(runId ?? ''),
          );
          runId = undefined;
        }
      }
      return filled;
    },
  };
}
