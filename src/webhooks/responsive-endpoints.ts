import type { AttemptRow } from './record.js';

/** The endpoints whose last attempt was answered, whatever the answer, and soon. */
export interface ResponsiveEndpoints {
  has(endpointId: string): boolean;
  note(endpointId: string, attempt: Pick<AttemptRow, 'status_code' | 'latency_ms'>): void;
}

const SOON_MS = 5_000;
/** Who is forgotten has to show it again, with one post. */
const REMEMBERED = 10_000;

export function createResponsiveEndpoints(): ResponsiveEndpoints {
  const prompt = new Set<string>();
  return {
    has: (endpointId) => prompt.has(endpointId),
    note(endpointId, { status_code, latency_ms }) {
      if (status_code === null || latency_ms > SOON_MS) {
        prompt.delete(endpointId);
        return;
      }
      if (prompt.has(endpointId)) return;
      const [oldest] = prompt;
      if (oldest !== undefined && prompt.size >= REMEMBERED) prompt.delete(oldest);
      prompt.add(endpointId);
    },
  };
}
