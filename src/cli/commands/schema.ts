import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { addVerb, type Printing, withJson } from '../options.js';
import { currentShell } from '../shell.js';

const FILE = new URL('../../../../schema/schema.graphql', import.meta.url);

/** The file is generated from the code; the checks verify that it is current. */
export function addSchemaCommands(program: Command): void {
  const schema = program.command('schema').description('Print the API schema');
  const verb = addVerb(schema, 'print', 'Print the GraphQL schema, for client tools.', [
    'schema print > schema.graphql',
  ]);
  withJson(verb).action(({ json }: Printing) => {
    const text = readFileSync(FILE, 'utf8');
    currentShell().stdout.write(json ? `${JSON.stringify({ schema: text })}\n` : text);
  });
}
