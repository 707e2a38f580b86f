/** The prompts that a new account begins with. */

export const STAGES = ['awareness', 'interest', 'desire', 'action'] as const;

export type Stage = (typeof STAGES)[number];

export interface StartingPrompt {
  text: string;
  stage: Stage;
}

/**
 * Worded so that a category fits in whether it is a thing, many things or a trade (`CRM software`, `running shoes`,
 * `hotels in Berlin`), and so that each prompt has cues of its own stage only (metrics: AIDA).
 */
const TEMPLATES: Record<Stage, readonly string[]> = {
  awareness: [
    'What problems can {category} solve?',
    'Who are the leading names in {category} today?',
    'What is changing in {category} this year?',
  ],
  interest: [
    'How can I find the right {category} for my needs?',
    'Which features matter most in {category}, and who offers them?',
    'What are the main types of {category}, and who is known for each?',
  ],
  desire: [
    'Which {category} would you recommend, and why?',
    'What are the top 10 options for {category}?',
    'Can you compare the most popular choices for {category}?',
  ],
  action: [
    'Where can I buy or book {category}?',
    'Which providers of {category} have the fairest price?',
    'Where can I get a discount or a free trial for {category}?',
  ],
};

/** The one that asks for names most plainly, of each stage: a check asks it alone. */
const NAMING: Record<Stage, number> = { awareness: 1, interest: 1, desire: 0, action: 1 };

function write(stage: Stage, template: string, category: string): StartingPrompt {
  const subject = category.replace(/\s+/g, ' ').trim();
  // A function as replacement: `$&` in a category is no pattern.
  return { stage, text: template.replace('{category}', () => subject) };
}

/** Twelve English prompts, three per stage. They name the category and nothing else, so no brand. */
export const createPromptPack = (category: string): StartingPrompt[] =>
  STAGES.flatMap((stage) => TEMPLATES[stage].map((template) => write(stage, template, category)));

/** Four of them, one per stage. */
export const createCheckPrompts = (category: string): StartingPrompt[] =>
  STAGES.map((stage) => write(stage, TEMPLATES[stage][NAMING[stage]] ?? '', category));
