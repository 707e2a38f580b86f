import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Below that a header costs as much as is saved. */
const WORTH_BYTES = 1_024;
/** The best compression takes a second per megabyte and more: large files make do with less. */
const LARGE_BYTES = 500_000;

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.length < WORTH_BYTES) return;
  const quality = content.length > LARGE_BYTES ? 9 : 11;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

/** Lays a brotli and a gzip copy beside each script and style sheet, so that no request compresses. */
export async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder);
  const files = names.filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(files.map((name) => compress(join(folder, name))));
}
