/**
 * All readers of text from outside. Their inputs and results are plain data, so that a long text can be read
 * in another thread.
 */

import {
  type AnswerSubject,
  type AnswerToRead,
  createAnalyst,
} from '../domain/answers/analyse-answer.js';
import { createNameReader, type TrackedNames } from '../domain/answers/read-names.js';
import { toEvidence } from '../domain/authority/page-evidence.js';
import { readPageFacts } from '../domain/authority/page-facts.js';
import { readRobots } from '../domain/authority/robots.js';
import { lintPage } from '../domain/lint/wiki-page.js';
import type { Entity } from '../domain/names/alias.js';

export interface NamesToRead {
  brand: TrackedNames;
  text: string;
  language: string;
  meant?: boolean | undefined;
}

export const READINGS = {
  answer: ({ subject, ...answer }: AnswerToRead & { subject: AnswerSubject }) =>
    createAnalyst(subject)(answer),
  names: ({ brand, text, language, meant }: NamesToRead) =>
    createNameReader(brand).read(text, language, meant),
  evidence: ({ brand, text, language }: Omit<NamesToRead, 'meant'>) =>
    createNameReader(brand).findEvidence(text, language),
  sitePage({ text, url, brand }: { text: string; url: string; brand: Entity }) {
    const facts = readPageFacts(text, url);
    return { evidence: toEvidence(facts, brand), links: facts.links };
  },
  robots: ({ text }: { text: string }) => readRobots(text),
  wikiPage: ({ text, title, brand }: { text: string; title: string; brand: Entity }) =>
    lintPage({ title, body: text }, brand),
};

type Readings = typeof READINGS;
export type ReadingKind = keyof Readings;
export type ReadingInput<K extends ReadingKind> = Parameters<Readings[K]>[0];
export type ReadingResult<K extends ReadingKind> = ReturnType<Readings[K]>;
