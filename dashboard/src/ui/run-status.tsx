import type { RunStatus } from '../generated/graphql.js';
import { Pill, type Tone } from './pill.js';

const TONES: Record<RunStatus, Tone> = {
  QUEUED: 'plain',
  RUNNING: 'accent',
  COMPLETED: 'good',
  FAILED: 'bad',
  CANCELLED: 'warn',
};

export const RunStatusPill = ({ status }: { status: RunStatus }) => (
  <Pill tone={TONES[status]}>{status.toLowerCase()}</Pill>
);
