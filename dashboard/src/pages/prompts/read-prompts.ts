import { parse } from 'papaparse';
import type { PromptInput } from '../../generated/graphql.js';
import { STAGES } from '../../ui/stage.js';
import { MOST_AT_ONCE } from './use-add-prompts.js';

export interface ReadPrompts {
  prompts: PromptInput[];
  /** Messages about invalid lines, in line order. */
  faults: string[];
}

const COLUMNS = ['text', 'stage', 'tags', 'country', 'language'];

interface Line {
  /** Line on which the record starts, from 1. */
  number: number;
  fields: string[];
}

/** Numbers lines as an editor does: a quoted text may span several lines, and empty lines count. */
function toLines(rows: readonly (readonly string[])[]): Line[] {
  let next = 1;
  return rows.map((row) => {
    const number = next;
    next += row.join(' ').split(/\r\n|\n|\r/).length;
    return { number, fields: row.map((field) => field.trim()) };
  });
}

/** Reads CSV with a header line. Only the column `text` is required; duplicate texts are dropped. */
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
    // A file of one column has no delimiter to detect.
    .filter(({ type }) => type !== 'Delimiter')
    .map(({ row, message }) => ({ line: lines[row ?? 0]?.number ?? 1, words: `${message}.` }));
  const seen = new Set<string>();
  const prompts = rest.flatMap(({ number: line, fields }): PromptInput[] => {
    const fieldOf = (name: string) => fields[names.indexOf(name)] ?? '';
    const text = fieldOf('text');
    const stage = fieldOf('stage');
    if (fields.length !== names.length)
      found.push({ line, words: `expected ${names.length} columns, found ${fields.length}.` });
    if (text === '') found.push({ line, words: 'text is required.' });
    const known = STAGES.find((name) => name === stage.toUpperCase());
    if (stage !== '' && known === undefined) {
      const words = `stage must be one of ${STAGES.join(', ').toLowerCase()}, not ${stage}.`;
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
    faults.push(`The file has ${prompts.length} prompts; the limit is ${MOST_AT_ONCE} per import.`);
  return { prompts, faults };
}
