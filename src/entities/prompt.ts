import { defineEntity, p } from '@mikro-orm/core';
import type { Stage } from '../domain/prompts/prompt-pack.js';
import { identified, instant } from './tenant.js';

export const PromptPack = defineEntity({
  name: 'PromptPack',
  tableName: 'prompt_pack',
  properties: {
    ...identified,
    name: p.string(),
    brandId: p.uuid().nullable(),
    isBound: p.boolean(),
    createdAt: instant(),
  },
});

export const Prompt = defineEntity({
  name: 'Prompt',
  tableName: 'prompt',
  properties: {
    ...identified,
    packId: p.uuid(),
    text: p.text(),
    stage: p.string().$type<Stage>(),
    /** Method that chose the stage. */
    classifier: p.string().$type<'given' | 'rules-v1' | 'judge'>().default('given'),
    stageConfidence: p.double().nullable(),
    tags: p.array().$type<string[]>(),
    country: p.string().nullable(),
    language: p.string(),
    enabled: p.boolean(),
    createdAt: instant(),
    updatedAt: instant(),
  },
});
