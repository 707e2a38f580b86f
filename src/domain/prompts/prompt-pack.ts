/** The initial prompts of a new brand. */

import { TEMPLATES } from './templates.js';

export const STAGES = ['awareness', 'interest', 'desire', 'action'] as const;

export type Stage = (typeof STAGES)[number];

export interface StartingPrompt {
  text: string;
  stage: Stage;
}

/** Index per stage of the prompt that asks most directly for names: a check uses only these. */
const NAMING: Record<Stage, number> = { awareness: 1, interest: 1, desire: 0, action: 1 };

function write(stage: Stage, template: string, category: string): StartingPrompt {
  const subject = category.replace(/\s+/g, ' ').trim();
  // A function as replacement, because `$&` in a category would be special in a string.
  return { stage, text: template.replace('{category}', () => subject) };
}

/** Templates of a language (BCP 47, the region is ignored); English for other languages. */
const templatesIn = (language: string) =>
  TEMPLATES[language.toLowerCase().replace(/-.*$/, '')] ?? TEMPLATES.en;

/** Twelve prompts, three per stage. They name the category but no brand. */
export const createPromptPack = (category: string, language: string): StartingPrompt[] =>
  STAGES.flatMap((stage) =>
    (templatesIn(language)?.[stage] ?? []).map((template) => write(stage, template, category)),
  );

/** Four prompts in English, one per stage. */
export const createCheckPrompts = (category: string): StartingPrompt[] =>
  STAGES.map((stage) => write(stage, templatesIn('en')?.[stage][NAMING[stage]] ?? '', category));

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
];

/** Language suggested by the script of a text; English by default. */
export const languageOfScript = (text: string): string =>
  SCRIPTS.find(([script]) => script.test(text))?.[1] ?? 'en';
