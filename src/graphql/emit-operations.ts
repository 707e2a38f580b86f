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
import { createSchema, toSdl } from './build-schema.js';

/**
 * Writes the types of the operations behind REST, with their documents as data, and those of the dashboard's
 * operations. With `--check`, only says whether they are up to date.
 */
const isCheck = process.argv.includes('--check');

const OUTPUTS = [
  { folder: 'rest/generated/', files: 'rest/operations/*.ts' },
  { folder: 'dashboard/src/generated/', files: 'dashboard/src/**/*.{ts,tsx}' },
];

const CONFIG = {
  documentMode: 'documentNode',
  useTypeImports: true,
  enumType: 'string-literal',
  strictScalars: true,
  scalars: { ID: 'string', DateTime: 'string', JSON: 'unknown' },
  importExtension: '.js' as const,
  emitLegacyCommonJSImports: true,
};

/**
 * REST and the dashboard throw the first error of an answer, so whatever they read of it is there: root fields are
 * not null to them, and this is the one place that says so.
 */
const schema = lexicographicSortSchema(buildSchema(toSdl(createSchema({ isStrict: true }))));

interface OperationSource {
  location: string;
  rawSDL: string;
  document: DocumentNode;
}

/** Each text in graphql(`…`), as the preset wants it. */
const readOperations = (files: string): OperationSource[] =>
  globSync(files)
    .filter((location) => !location.includes('/generated/'))
    .sort()
    .flatMap((location) =>
      [...readFileSync(location, 'utf8').matchAll(/\bgraphql\(\s*`([^`]*)`,?\s*\)/g)].map(
        ([, rawSDL = '']) => ({ location, rawSDL, document: parse(rawSDL) }),
      ),
    );

/** The names of all files that differ from what is made of the sources. */
async function generate({ folder, files }: (typeof OUTPUTS)[number]): Promise<string[]> {
  const documents = readOperations(files);
  const definitions = documents.flatMap(({ document }) => document.definitions);
  const faults = validate(schema, { kind: Kind.DOCUMENT, definitions });
  if (faults.length > 0) throw new Error(`${files}: ${faults.join('\n')}`);
  const made = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig: { fragmentMasking: false },
    schema: parse(toSdl(schema)),
    schemaAst: schema,
    documents,
    config: CONFIG,
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

const stale = (await Promise.all(OUTPUTS.map(generate))).flat();
if (isCheck && stale.length > 0) {
  console.error(`out of date: ${stale.join(', ')}; run npm run generate`);
  process.exitCode = 1;
}
