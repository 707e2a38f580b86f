/** Entry point of the thread that reads long texts, one at a time. */

import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadTask } from './reader.js';
import { READINGS, type ReadingInput, type ReadingKind } from './readings.js';

const read = <K extends ReadingKind>(kind: K, input: ReadingInput<K>): unknown =>
  (READINGS[kind] as (input: ReadingInput<K>) => unknown)(input);

function answer({ kind, input }: ThreadTask): ThreadAnswer {
  try {
    return { result: read(kind, input) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: ThreadTask) => parentPort?.postMessage(answer(task)));
