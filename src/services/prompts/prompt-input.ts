import type { Stage } from '../../domain/prompts/prompt-pack.js';
import { badInput, nameAllFaults } from '../../errors.js';
import { checkList, checkText } from '../input/validate.js';

/** Input for prompts, and its validated form. */

const TEXT_LENGTH = 4_000;
const PROMPTS_A_CALL = 200;

export interface PromptInput {
  text: string;
  /** When omitted, the rules determine the stage. */
  stage?: Stage | null;
  tags?: string[] | null;
  country?: string | null;
  /** When omitted, the language of the brand of the pack, or English. */
  language?: string | null;
}

export interface CheckedPrompt {
  text: string;
  stage: Stage | null;
  tags: string[];
  country: string | null;
  language: string | null;
}

export const checkPromptText = (field: string, text: string): string =>
  checkText(field, text, TEXT_LENGTH);

export const checkTags = (field: string, tags: readonly string[]): string[] => [
  ...new Set(checkList(field, tags, 20).map((tag) => checkText(field, tag, 50))),
];

export function checkCountry(field: string, country: string): string {
  if (!/^[A-Z]{2}$/.test(country)) throw badInput(field, 'must be two capital letters, such as DE');
  return country;
}

export function checkLanguage(field: string, language: string): string {
  if (!/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language))
    throw badInput(field, 'must be a language tag such as en or pt-BR');
  return language;
}

/** `place` is the prefix of the field names: `prompts[3].` or empty. Reports all errors together. */
export const checkPrompt = (place: string, input: PromptInput): CheckedPrompt =>
  nameAllFaults((attempt) => {
    const { text, stage = null, tags, country, language } = input;
    return {
      text: attempt(() => checkPromptText(`${place}text`, text)) ?? '',
      stage,
      tags: attempt(() => checkTags(`${place}tags`, tags ?? [])) ?? [],
      country:
        country == null ? null : (attempt(() => checkCountry(`${place}country`, country)) ?? null),
      language:
        language == null
          ? null
          : (attempt(() => checkLanguage(`${place}language`, language)) ?? null),
    };
  });

/**
 * Validated prompts without duplicate texts, in order. Reports all errors together, as
 * `prompts[3].text`.
 */
export function checkPrompts(prompts: readonly PromptInput[]): CheckedPrompt[] {
  checkList('prompts', prompts, PROMPTS_A_CALL);
  const checked = nameAllFaults((attempt) =>
    prompts.flatMap((prompt, at) => attempt(() => checkPrompt(`prompts[${at}].`, prompt)) ?? []),
  );
  return [
    ...new Map(checked.toReversed().map((prompt) => [prompt.text, prompt])).values(),
  ].reverse();
}
