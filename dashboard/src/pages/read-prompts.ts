import { parse } from 'papaparse';
import type { CreatePromptInput } from '../generated/graphql.js';
import { STAGES } from '../ui/stage.js';

const MOST_IMPORTED = 200;

export interface ReadPrompts {
  prompts: CreatePromptInput[];
  /** What is wrong with the file, by its lines. */
  faults: string[];
}

const COLUMNS = ['text', 'stage', 'tags', 'country', 'language'];

/** A file with a head line; `text` has to be there, the others may. What is listed twice is taken once. */
export function readPrompts(csv: string): ReadPrompts {
  const { data, errors, meta } = parse<Record<string, string>>(csv.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: 'greedy',
    transformHeader: (name) => name.trim().toLowerCase(),
    transform: (value) => value.trim(),
  });
  // A file of one column has no delimiter to be found.
  const faults = errors
    .filter(({ type }) => type !== 'Delimiter')
    .map(({ row, message }) => `Line ${(row ?? 0) + 2}: ${message}.`);
  if (!meta.fields?.includes('text'))
    return {
      prompts: [],
      faults: [`The first line must name the columns: ${COLUMNS.join(', ')}.`],
    };
  const seen = new Set<string>();
  const prompts = data.flatMap((row, place): CreatePromptInput[] => {
    const { text = '', stage = '', tags = '', country = '', language = '' } = row;
    if (text === '') faults.push(`Line ${place + 2}: there is no text.`);
    const known = STAGES.find((name) => name === stage.toUpperCase());
    if (stage !== '' && known === undefined)
      faults.push(
        `Line ${place + 2}: ${stage} is no stage; there are ${STAGES.join(', ').toLowerCase()}.`,
      );
    if (text === '' || seen.has(text)) return [];
    seen.add(text);
    const list = tags.split(/[;,]/).map((tag) => tag.trim());
    return [
      {
        text,
        tags: list.filter(Boolean),
        ...(known && { stage: known }),
        ...(country && { country }),
        ...(language && { language }),
      },
    ];
  });
  if (prompts.length > MOST_IMPORTED)
    faults.push(`There are ${prompts.length} prompts; at most ${MOST_IMPORTED} at once.`);
  return { prompts, faults };
}
