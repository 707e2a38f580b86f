import { BRAND_PLACEHOLDER, RUN_PLACEHOLDER } from './tabs.js';

/** Passes ids from the response in one tab to the variables of another. */
export interface Handover {
  /** Reads the brand and run ids in a response. */
  watch(answer: unknown): void;
  /** Returns the variables with placeholders replaced by known ids. */
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
        // A newer run replaces the previous id once, so that later edits by the user are kept.
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
