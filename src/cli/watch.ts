import type { Deps, Tenant } from '../deps.js';
import { createFollow } from '../follow/follow.js';
import type { ProgressEvent } from '../follow/progress-event.js';
import { findProbeRun, type ProbeRunRow } from '../services/runs/probe-run.js';
import { toBars, toLine } from './bars.js';
import { currentShell, type Shell } from './shell.js';

const NOT_TAKEN_MS = 5_000;
const LINE_EVERY_MS = 2_000;
const DRAW_EVERY_MS = 100;
const USUAL_COLUMNS = 80;

const NOT_TAKEN =
  'No worker has taken the run for 5 seconds. The run stays queued until a worker is free. Check that the server is running (npm start).';

/** Shows the progress of a run on stderr; stdout is for its result. */
function createScreen(out: Shell['stderr'], isSilent: boolean) {
  const errors = new Map<string, Map<string, number>>();
  let drawn = 0;
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownStatus = '';
  let shownLine = '';

  const show = (event: ProgressEvent, nowMs: number, always = false) => {
    if (isSilent) return;
    const { status } = event.probeRun;
    const everyMs = out.isTTY ? DRAW_EVERY_MS : LINE_EVERY_MS;
    if (!always && status === shownStatus && nowMs - shownMs < everyMs) return;
    shownMs = nowMs;
    shownStatus = status;
    if (!out.isTTY) {
      const line = toLine(event, nowMs);
      if (line !== shownLine) out.write(`${line}\n`);
      shownLine = line;
      return;
    }
    // Some terminals wrap after a character in the last column.
    const width = (out.columns || USUAL_COLUMNS) - 1;
    const lines = toBars(event, errors, nowMs, width).map((line) => line.slice(0, width));
    out.write(`${drawn > 0 ? `\x1b[${drawn}A` : ''}\x1b[J${lines.join('\n')}\n`);
    drawn = lines.length;
  };
  return {
    take(event: ProgressEvent, nowMs: number) {
      const { answer } = event;
      if (answer?.errorCode != null) {
        const codes = errors.get(answer.platform) ?? new Map<string, number>();
        codes.set(answer.errorCode, (codes.get(answer.errorCode) ?? 0) + 1);
        errors.set(answer.platform, codes);
      }
      show(event, nowMs);
    },
    show,
    say(words: string) {
      out.write(`${words}\n`);
      drawn = 0;
    },
  };
}

/** Follows a run and returns it once it has ended. `isSilent` hides progress, but not the hint that no worker took it. */
export async function showProgress(
  deps: Deps,
  tenant: Tenant,
  runId: string,
  isSilent: boolean,
): Promise<ProbeRunRow> {
  const follow = createFollow(deps);
  const screen = createScreen(currentShell().stderr, isSilent);
  let last: ProgressEvent | undefined;
  const late = setTimeout(() => {
    if (last?.probeRun.status === 'queued') screen.say(NOT_TAKEN);
  }, NOT_TAKEN_MS);
  try {
    for await (const event of await follow.run(tenant, runId)) {
      last = event;
      screen.take(event, deps.now().getTime());
    }
    const run = await findProbeRun(deps, tenant, runId);
    if (last !== undefined) screen.show({ ...last, probeRun: run }, deps.now().getTime(), true);
    return run;
  } finally {
    clearTimeout(late);
    follow.dispose();
  }
}
