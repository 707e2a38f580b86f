import { type DocumentNode, type NameNode, type ValueNode, visit } from 'graphql';
import { AppError } from '../src/errors.js';

/** Maps an argument or input field of the schema to the operation's variable. */
export type FieldNames = ReadonlyMap<string, string>;

export function toNames(document: DocumentNode): FieldNames {
  const names = new Map<string, string>();
  const read = ({ name, value }: { name: NameNode; value: ValueNode }) => {
    if (value.kind === 'Variable') names.set(name.value, value.name.value);
  };
  visit(document, { Argument: read, ObjectField: read });
  return names;
}

/** Renames the field of an error from its GraphQL name to its REST name. */
export function toOwnNames(error: unknown, names: FieldNames): unknown {
  if (!(error instanceof AppError) || error.details?.field === undefined) return error;
  const { field } = error.details;
  const own = names.get(field);
  if (own === undefined || own === field) return error;
  const message = error.message.startsWith(`${field} `)
    ? own + error.message.slice(field.length)
    : error.message;
  return new AppError(error.code, message, {
    cause: error,
    details: { ...error.details, field: own },
    ...(error.retryAfterSec !== undefined && { retryAfterSec: error.retryAfterSec }),
  });
}
