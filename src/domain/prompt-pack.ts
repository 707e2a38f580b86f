/** The prompts that a new account begins with. */

export const STAGES = ['awareness', 'interest', 'desire', 'action'] as const;

export type Stage = (typeof STAGES)[number];

export interface Prompt {
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

/** Twelve English prompts, three per stage. They name the category and nothing else, so no brand. */
export function createPromptPack(category: string): Prompt[] {
  const subject = category.replace(/\s+/g, ' ').trim();
  return STAGES.flatMap((stage) =>
    // A function as replacement: `$&` in a category is no pattern.
    TEMPLATES[stage].map((template) => ({
      stage,
      text: template.replace('{category}', () => subject),
    })),
  );
}
