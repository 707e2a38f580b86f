import { join } from 'node:path';
import { startProgram } from '../program.js';
import { type Line, median, report, show } from '../report.js';
import type { Stage } from '../stage.js';

const STARTS = 5;
const SETTLE_MS = 5_000;
const MEGABYTE = 1_000_000;
const METRICS_TOKEN = 'the-token-of-the-bench';

/** Resident memory in MB, from the metrics of the process. */
async function readMemory(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const text = await answer.text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1];
  if (bytes === undefined)
    throw new Error('the metrics do not contain process_resident_memory_bytes');
  return Number(bytes) / MEGABYTE;
}

/** Starts with an existing data folder and its embedded server, like the second `npm start`. */
export async function measureStart({ settings }: Stage): Promise<Line[]> {
  const alone = { DATA_DIR: join(settings.DATA_DIR ?? '', 'alone'), METRICS_TOKEN };
  const start = () => startProgram({ file: 'src/main.js', settings: alone, path: '/api/health' });
  await (await start()).dispose();
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let round = 1; round <= STARTS; round += 1) {
    const program = await start();
    seconds.push(program.readyMs / 1_000);
    report(`start: round ${round} of ${STARTS}: ${show(program.readyMs)} ms`);
    try {
      if (round === STARTS) {
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
        megabytes.push(await readMemory(program.origin));
      }
    } finally {
      await program.dispose();
    }
  }
  const ours = `${show(median(seconds))} s`;
  return [
    { name: 'First answer', ours, values: seconds, target: { value: 1.5, most: true, unit: ' s' } },
    {
      name: 'Idle memory',
      ours: `${show(median(megabytes))} MB`,
      values: megabytes,
      target: { value: 300, most: true, unit: ' MB' },
    },
  ];
}
