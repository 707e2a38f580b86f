import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface NamedCase {
  name: string;
  aliases?: string[];
  caseSensitive?: boolean;
}

interface Names {
  brand: NamedCase;
  rivals: (NamedCase & { id: string })[];
  category?: string;
}

/** A text whose mentions stand as `⟦id:surface⟧`; `⟦id?:surface⟧` where a reader could not tell. */
export interface MentionCase extends Names {
  language: string;
  group: string;
  text: string;
}

export interface ToneCase {
  language: string;
  group: string;
  brand: string;
  rivals: string[];
  text: string;
  tone: 'positive' | 'neutral' | 'negative';
}

export interface RankingCase extends Names {
  group: string;
  text: string;
  basis: 'LIST' | 'MENTIONS' | null;
  ranks: Record<string, number>;
}

export interface LinkCase {
  group: string;
  text: string;
  sources: { url: string; title?: string | null }[];
  /** One URL for each page that the answer cites. */
  pages: string[];
}

/** The labelled cases of one kind, from all files of the folder that begin with it. */
export function readCases<Case>(folder: string, kind: string): Case[] {
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  return readdirSync(folder)
    .filter((name) => name.startsWith(kind) && name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Case);
}

export interface Label {
  entityId: string;
  start: number;
  end: number;
  /** Either reading is right. */
  isOpen: boolean;
}

const MARK = /⟦([^⟦⟧:]*):([^⟦⟧]+)⟧/gu;

/** The text without marks, and the labels in it. */
export function readMarks(marked: string): { text: string; labels: Label[] } {
  const labels: Label[] = [];
  let text = '';
  let from = 0;
  for (const { 0: mark, 1: id = '', 2: surface = '', index } of marked.matchAll(MARK)) {
    text += marked.slice(from, index);
    const isOpen = id.endsWith('?');
    const start = text.length;
    text += surface;
    labels.push({ entityId: isOpen ? id.slice(0, -1) : id, start, end: text.length, isOpen });
    from = index + mark.length;
  }
  return { text: text + marked.slice(from), labels };
}
