import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import {
  buildSchema,
  type DocumentNode,
  Kind,
  lexicographicSortSchema,
  parse,
  validate,
} from 'graphql';
import { parse as parseYaml } from 'yaml';
import { createSchema, toSdl } from './build-schema.js';

/**
 * Generates the types of the operations of REST, with their documents as data, and of the dashboard. With `--check`, only
 * reports files that are out of date.
 */
const isCheck = process.argv.includes('--check');

interface Output {
  documents: string;
  presetConfig: object;
  config: object;
}

/** The settings of `codegen.yml`, in the format of GraphQL Code Generator. */
const settings = parseYaml(readFileSync('codegen.yml', 'utf8'), { merge: true }) as {
  generates: Record<string, Output>;
};

/**
 * REST and the dashboard throw the first error of a response, so the data that they read is complete: root fields are
 * not null in their types.
 */
const schema = lexicographicSortSchema(buildSchema(toSdl(createSchema({ isStrict: true }))));

interface OperationSource {
  location: string;
  rawSDL: string;
  document: DocumentNode;
}

/** The operations in graphql(`…`) of the files. */
const readOperations = (files: string): OperationSource[] =>
  globSync(files)
    .filter((location) => !location.includes('/generated/'))
    .sort()
    .flatMap((location) =>
      [...readFileSync(location, 'utf8').matchAll(/\bgraphql\(\s*`([^`]*)`,?\s*\)/g)].map(
        ([, rawSDL = '']) => ({ location, rawSDL, document: parse(rawSDL) }),
      ),
    );

/** Names of the generated files that are out of date; writes them unless this is a check. */
async function generate(
  folder: string,
  { documents: files, presetConfig, config }: Output,
): Promise<string[]> {
  const documents = readOperations(files);
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const faults = validate(schema, { kind: Kind.DOCUMENT, definitions });
  if (faults.length > 0) throw new Error(`${files}: ${faults.join('\n')}`);
  const made = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig,
    schema: parse(toSdl(schema)),
    schemaAst: schema,
    documents,
    config,
    plugins: [],
    pluginMap: {},
  });
  const stale: string[] = [];
  for (const output of made) {
    const text = await codegen(output);
    if (readFileSync(output.filename, 'utf8') === text) continue;
    stale.push(output.filename);
    if (!isCheck) writeFileSync(output.filename, text);
  }
  return stale;
}

const stale = (
  await Promise.all(
    Object.entries(settings.generates).map(([folder, output]) => generate(folder, output)),
  )
).flat();
if (isCheck && stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}; run npm run generate`);
  process.exitCode = 1;
}
