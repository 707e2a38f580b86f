import { readFileSync, writeFileSync } from 'node:fs';
import { createSchema, toSdl } from './build-schema.js';

/** Writes `schema/schema.graphql`; with `--check`, only checks whether the file is up to date. */
const FILE = 'schema/schema.graphql';
const sdl = toSdl(createSchema());

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, sdl);
} else if (readFileSync(FILE, 'utf8') !== sdl) {
  console.error(`${FILE} is out of date: run npm run generate`);
  process.exitCode = 1;
}
