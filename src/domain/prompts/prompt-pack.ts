/** The prompts that a new brand begins with. */

import { TEMPLATES } from './templates.js';

export const STAGES = ['awareness', 'interest', 'desire', 'action'] as const;

export type Stage = (typeof STAGES)[number];

export interface StartingPrompt {
  text: string;
  stage: Stage;
}

/** The one that asks for names most plainly, of each stage: a check asks it alone. */
const NAMING: Record<Stage, number> = { awareness: 1, interest: 1, desire: 0, action: 1 };

function write(stage: Stage, template: string, category: string): StartingPrompt {
  const subject = category.replace(/\s+/g, ' ').trim();
  // A function as replacement: `$&` in a category is no pattern.
  return { stage, text: template.replace('{category}', () => subject) };
}

/** In the words of a language (BCP 47; its region does not matter), or in English where there are none. */
const templatesIn = (language: string) =>
  TEMPLATES[language.toLowerCase().replace(/-.*$/, '')] ?? TEMPLATES.en;

/** Twelve prompts, three per stage. They name the category and nothing else, so no brand. */
export const createPromptPack = (category: string, language: string): StartingPrompt[] =>
  STAGES.flatMap((stage) =>
    (templatesIn(language)?.[stage] ?? []).map((template) => write(stage, template, category)),
  );

/** Four of them in English, one per stage. */
export const createCheckPrompts = (category: string): StartingPrompt[] =>
  STAGES.map((stage) => write(stage, templatesIn('en')?.[stage][NAMING[stage]] ?? '', category));

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
];

/** What a text's script says of its language; English where it says nothing. */
export const languageOfScript = (text: string): string =>
  SCRIPTS.find(([script]) => script.test(text))?.[1] ?? 'en';
