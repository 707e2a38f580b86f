import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';

const PROGRAM = join(import.meta.dirname, 'run-together.js');

async function runTogether(...args: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return { code: code as number, output };
}

test('the output of each command stays together, and one failure is the whole result', async () => {
  const { code, output } = await runTogether('a=echo 1; sleep 0.3; echo x=2', 'b=echo 3; exit 7');
  expect(output).toBe('b: failed\n3\na: passed\n1\nx=2\n');
  expect(code).toBe(1);
  expect(await runTogether('a=true')).toEqual({ code: 0, output: 'a: passed\n' });
});

test('live, the first command that ends stops the others and what they started', async () => {
  const { code, output } = await runTogether('--live', 'a=sleep 600; echo never', 'b=echo done');
  expect(output).toBe('[b] done\n');
  expect(code).toBe(0);
});
