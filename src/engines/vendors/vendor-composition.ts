import { jsonSchema, Output } from 'ai';
import { z } from 'zod';
import { type Assignment, type Composition, EngineError } from '../engine.js';
import {
  type Asking,
  type Connection,
  parseJson,
  type Vendor,
  type VendorReading,
} from './vendor.js';
import {
  assertAnswered,
  assertText,
  isTruncated,
  type Result,
  toBill,
  withoutThoughts,
} from './vendor-answer.js';

/** All that the SDK is called with, but for its limits. */
export interface Call extends Asking {
  prompt: string;
  instructions?: string;
  temperature?: number;
  output?: Output.Output<string, string, never>;
}

/** Puts the schema on the wire, and leaves it to this side to read what came. */
const toOutput = (schema: Assignment['schema']): NonNullable<Call['output']> => ({
  ...Output.text(),
  responseFormat: Output.object({ schema: jsonSchema(schema) }).responseFormat,
});

const inWords = ({ instructions, schema }: Assignment): string =>
  `${instructions}\n\nAnswer with one JSON object that fits this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}`;

/** Some models put a fence around their JSON, whatever they are told. */
function withoutFence(text: string): string {
  const fenced = text.trim();
  const isFenced = fenced.length >= 6 && fenced.startsWith('```') && fenced.endsWith('```');
  return isFenced ? fenced.slice(3, -3).replace(/^json\b/, '') : text;
}

/** How one assignment is put to a vendor, and how its work is read and checked. */
export function createComposer(platform: string, vendor: Vendor, assignment: Assignment) {
  const { instructions, input, schema } = assignment;
  const shape = z.fromJSONSchema(schema);
  const toMalformed = (words: string) => new EngineError('MALFORMED', `${platform}: ${words}`);

  return {
    toCall: (connection: Connection): Call => ({
      // Where a model takes no temperature the SDK leaves it out.
      temperature: 0,
      ...vendor.prepareComposition(connection),
      instructions: vendor.schemaInWords ? inWords(assignment) : instructions,
      prompt: input,
      output: toOutput(schema),
    }),

    read(result: Result, reading: VendorReading): Composition {
      assertAnswered(platform, reading, result);
      if (isTruncated(reading, result)) throw toMalformed('the answer broke off at a limit');
      const text = withoutThoughts(result.output);
      assertText(platform, text);
      const fitting = shape.safeParse(parseJson(withoutFence(text)));
      if (!fitting.success) throw toMalformed('the answer was not in the shape asked for');
      return { value: fitting.data, ...toBill(vendor, reading, result) };
    },
  };
}
