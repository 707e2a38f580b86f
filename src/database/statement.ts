/**
 * SQL with its values by name, as `:brandId`. A statement with a name is prepared: each connection parses and plans
 * it once. `:accountId` and `:environment` are filled in for a tenant.
 */
export interface Statement {
  name: string;
  text: string;
}

export type Values = Readonly<Record<string, unknown>>;

interface Compiled {
  /** With `$1`, `$2`, … in place of the names. */
  text: string;
  /** In the order of their numbers. */
  names: readonly string[];
}

/** A colon after a colon is a cast; one after a letter or a digit is part of a literal or a slice. */
const NAMED = /(?<![:\w]):([a-z]\w*)/gi;

function compile(text: string): Compiled {
  const names: string[] = [];
  const numbered = text.replace(NAMED, (_match, name: string) => {
    let at = names.indexOf(name);
    if (at === -1) at = names.push(name) - 1;
    return `$${at + 1}`;
  });
  return { text: numbered, names };
}

const compiled = new WeakMap<Statement, Compiled>();

function compileOnce(statement: Statement): Compiled {
  let known = compiled.get(statement);
  if (known === undefined) {
    known = compile(statement.text);
    compiled.set(statement, known);
  }
  return known;
}

/** The statement as the driver takes it. Throws if a value is missing, or if one is given that the text does not name. */
export function bindValues(
  statement: Statement | string,
  given: Values,
  implied: Values,
): { text: string; values: unknown[] } {
  const { text, names } =
    typeof statement === 'string' ? compile(statement) : compileOnce(statement);
  const values = names.map((name) => {
    const value = name in given ? given[name] : implied[name];
    if (value === undefined) throw new Error(`the statement ${text} has no value for :${name}`);
    return value;
  });
  for (const name in given)
    if (!names.includes(name)) throw new Error(`the statement ${text} does not name :${name}`);
  return { text, values };
}
