import { readFileSync } from 'node:fs';

/** Lines of the tables in docs/contract.md: `| \`D1-SCAN-1\` | The promise. |` */
const LINE = /^\| `(D[12]-[^`]+)` \| (.+) \|$/gm;

/** Ids and promises in the order of the page; an id that is there twice comes twice. */
export function readPromises(): [id: string, promise: string][] {
  const page = readFileSync('docs/contract.md', 'utf8');
  return [...page.matchAll(LINE)].map(([, id = '', promise = '']) => [id, promise]);
}
