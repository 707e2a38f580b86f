import type { CitedLink } from '../engine.js';
import { hasName, withoutNames } from './accidental-name.js';
import {
  BRAND_FOLLOW_UPS,
  BRAND_ITEMS,
  BRAND_SENTENCES,
  CLOSINGS,
  GENERAL,
  OPENINGS,
  RIVAL_FOLLOW_UPS,
  RIVAL_ITEMS,
  RIVAL_SENTENCES,
  type Tone,
} from './phrases.js';
import type { Random } from './seeded-random.js';

// Private-use characters stand for names and links in the draft, so that cleaning does not remove them.
const NAME_MARK = 0xe000;
const LINK_MARK = 0xe800;
const MARKS = /[\ue000-\uefff]/gu;

export interface SandboxDraft {
  random: Random;
  promptText: string;
  brand: string;
  /** Names in the answer, in order; includes the brand if it is mentioned. */
  names: readonly string[];
  tone: Tone;
  links: readonly CitedLink[];
  ownedUrls: ReadonlySet<string>;
  /** All names that must not occur by accident. */
  tracked: readonly string[];
}

/** The first words of the prompt, without URLs, punctuation or tracked names. */
function topicOf(draft: SandboxDraft): string {
  const plain = draft.promptText.normalize('NFKC').replace(/\S*:\/\/\S*/gu, ' ');
  const words = withoutNames(plain, draft.tracked).match(/[\p{L}\p{N}'’-]+/gu) ?? [];
  // Cut by code points, so as not to split a surrogate pair.
  return [...words.slice(0, 8).join(' ')].slice(0, 80).join('');
}

function paragraphs(draft: SandboxDraft, mark: (index: number) => string): string[] {
  const { random, names, brand, tone } = draft;
  return names.map((name, index) => {
    const [sentences, followUps] =
      name === brand
        ? [BRAND_SENTENCES[tone], BRAND_FOLLOW_UPS[tone]]
        : [RIVAL_SENTENCES, RIVAL_FOLLOW_UPS];
    const sentence = random.pick(sentences).replace('@', mark(index));
    return random.chance(0.6) ? `${sentence} ${random.pick(followUps)}` : sentence;
  });
}

function list(draft: SandboxDraft, mark: (index: number) => string, numbered: boolean): string[] {
  const { random, names, brand, tone } = draft;
  const items = names.map((name, index) => {
    const phrase = random.pick(name === brand ? BRAND_ITEMS[tone] : RIVAL_ITEMS);
    return `${numbered ? `${index + 1}.` : '-'} **${mark(index)}** – ${phrase}`;
  });
  return [items.join('\n')];
}

/** Answers vary: links in the prose, `[n]` marks, or citations outside the text only. */
function sourceLines(draft: SandboxDraft, canNumber: boolean): string[] {
  const { random, links, brand, names, ownedUrls, tracked } = draft;
  const style = random.below(3);
  if (style === 0 || links.length === 0) return [];
  if (style === 1) {
    const marks = links.map((_, index) => `[${index + 1}]`).join('');
    return canNumber ? [`Sources consulted: ${marks}`] : [];
  }
  const shown = links.flatMap((link, index) => {
    const isOwned = ownedUrls.has(link.url);
    // A URL that contains a name would count as a mention in the raw text.
    const telling = isOwned
      ? !names.includes(brand)
      : tracked.some((name) => hasName(link.url, name));
    if (telling || !random.chance(0.6)) return [];
    const label = isOwned ? 'official site' : 'background';
    return [`[${label}](${String.fromCharCode(LINK_MARK + index)})`];
  });
  return shown.length === 0 ? [] : [`Further reading: ${shown.join(', ')}`];
}

/** Writes one answer. The answer contains the brand's name if and only if `names` does. */
export function writeAnswer(draft: SandboxDraft): string {
  const { random, names, links, brand, tracked } = draft;
  const mark = (index: number): string => String.fromCharCode(NAME_MARK + index);
  // List numbers would mention a brand called "1".
  const canNumber = !tracked.some((name) => /^\p{N}+[.)]?$/u.test(name.trim()));
  const style = random.below(5);
  const topic = topicOf(draft);

  const blocks = [random.pick(OPENINGS)];
  if (topic !== '' && random.chance(0.5)) blocks[0] += ` The question was about “${topic}”.`;
  if (names.length === 0) blocks.push(random.pick(GENERAL));
  else if (names.length > 1 && style < 3) blocks.push(...list(draft, mark, canNumber && style < 2));
  else blocks.push(...paragraphs(draft, mark));
  blocks.push(random.pick(CLOSINGS), ...sourceLines(draft, canNumber));

  const clean = withoutNames(blocks.join('\n\n'), tracked);
  const text = clean.replace(MARKS, (character) => {
    const code = character.charCodeAt(0);
    return code < LINK_MARK
      ? (names[code - NAME_MARK] ?? '')
      : (links[code - LINK_MARK]?.url ?? '');
  });
  // Last resort: a mark's replacement may have completed the brand's name.
  if (!names.includes(brand) && hasName(text, brand)) return withoutNames(text, [brand]);
  return text;
}
