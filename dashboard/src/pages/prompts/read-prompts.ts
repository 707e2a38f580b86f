import { parse } from 'papaparse';
import type { PromptInput } from '../../generated/graphql.js';
import { STAGES } from '../../ui/stage.js';
import { MOST_AT_ONCE } from './use-add-prompts.js';

export interface ReadPrompts {
  prompts: PromptInput[];
  /** What is wrong with the file, by its lines. */
  faults: string[];
}

const COLUMNS = ['text', 'stage', 'tags', 'country', 'language'];

interface Line {
  /** Where it begins in the file, from 1. */
  number: number;
  fields: string[];
}

/** Lines as an editor counts them: a text in quotes may go over several, and empty ones count. */
function toLines(rows: readonly (readonly string[])[]): Line[] {
  let next = 1;
  return rows.map((row) => {
    const number = next;
    next += row.join(' ').split(/\r\n|\n|\r/).length;
    return { number, fields: row.map((field) => field.trim()) };
  });
}

/** A file with a head line; `text` has to be there, the others may. What is listed twice is taken once. */
export function readPrompts(csv: string): ReadPrompts {
  const { data, errors } = parse<string[]>(csv.replace(/^\uFEFF/, ''));
  const lines = toLines(data);
  const [head, ...rest] = lines.filter(({ fields }) => fields.some((field) => field !== ''));
  const names = head?.fields.map((name) => name.toLowerCase()) ?? [];
  if (!names.includes('text'))
    return {
      prompts: [],
      faults: [`The first line must name the columns: ${COLUMNS.join(', ')}.`],
    };
  const found: { line: number; words: string }[] = errors
    // A file of one column has no delimiter to be found.
    .filter(({ type }) => type !== 'Delimiter')
    .map(({ row, message }) => ({ line: lines[row ?? 0]?.number ?? 1, words: `${message}.` }));
  const seen = new Set<string>();
  const prompts = rest.flatMap(({ number: line, fields }): PromptInput[] => {
    const fieldOf = (name: string) => fields[names.indexOf(name)] ?? '';
    const text = fieldOf('text');
    const stage = fieldOf('stage');
    if (fields.length !== names.length)
      found.push({ line, words: `there are ${fields.length} of ${names.length} columns.` });
    if (text === '') found.push({ line, words: 'there is no text.' });
    const known = STAGES.find((name) => name === stage.toUpperCase());
    if (stage !== '' && known === undefined) {
      const words = `${stage} is no stage; there are ${STAGES.join(', ').toLowerCase()}.`;
      found.push({ line, words });
    }
    if (text === '' || seen.has(text)) return [];
    seen.add(text);
    const country = fieldOf('country');
    const language = fieldOf('language');
    return [
      {
        text,
        tags: fieldOf('tags')
          .split(/[;,]/)
          .map((tag) => tag.trim())
          .filter(Boolean),
        ...(known && { stage: known }),
        ...(country && { country }),
        ...(language && { language }),
      },
    ];
  });
  const faults = found
    .sort((a, b) => a.line - b.line)
    .map(({ line, words }) => `Line ${line}: ${words}`);
  if (prompts.length > MOST_AT_ONCE)
    faults.push(`There are ${prompts.length} prompts; at most ${MOST_AT_ONCE} at once.`);
  return { prompts, faults };
}
