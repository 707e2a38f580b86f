/**
 * Signals of experience, expertise, authority and trust in a text: a closed list, one rule each
 * (metrics: E-E-A-T signals).
 */

import { type Grounds, holdsInvention, inventionsIn } from '../text/invention.js';
import { numbersIn } from '../text/number.js';
import { splitSentences } from '../text/prose.js';
import { sourcesIn } from '../text/source-mention.js';

export const EEAT_SIGNALS = [
  'named_author',
  'credentials',
  'first_hand_experience',
  'original_data',
  'cited_sources',
  'dated_content',
  'contact_information',
  'balanced_comparison',
  'limitations_stated',
] as const;
export type EeatSignal = (typeof EEAT_SIGNALS)[number];

const PERSON = String.raw`(?:Dr\.?\s|Prof\.?\s)?\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}\.)?\s\p{Lu}[\p{L}’'-]+`;
const AUTHOR = new RegExp(
  String.raw`(?:^[Bb]y|\b(?:[Ww]ritten|[Rr]eviewed|[Aa]uthored|[Ee]dited) by|\b[Aa]uthor:)\s+${PERSON}|(?:作者|撰文|執筆者?|著者|저자|글)\s?[:：]\s?[\p{L}]{2,12}`,
  'u',
);
const CREDENTIALS =
  /\b(?:ph\.?\s?d|m\.?d|m\.?sc|mba|cpa|professor|prof|dr|board[- ]certified|chartered (?:accountant|engineer|surveyor)|licensed (?:\p{L}+ ){0,2}(?:engineer|therapist|physician|electrician|attorney|architect|nurse)|certified (?:by|in|to)|iso \d{4,5}|years of experience)\b|博士|教授|认证|認証|認定|공인|자격/iu;
const FIRST_HAND =
  /\b(?:(?:we|i|our (?:team|editors|staff|testers))(?:['’]ve| have)? (?:personally )?(?:tested|tried|used|visited|installed|built|ran|bought|measured|compared|reviewed)|hands[- ]on|in our (?:test|tests|experience)|in my experience)\b|我们(?:亲自|实际)?(?:测试|试用|使用)|亲测|実際に(?:使|試)|직접 (?:사용|테스트)/iu;
const ORIGINAL =
  /\b(?:our (?:own )?(?:survey|study|data|research|analysis|measurements?|benchmarks?|tests?)|we (?:surveyed|measured|analy[sz]ed|interviewed|counted|benchmarked|tested))\b|我们的?(?:调查|调研|数据|研究)|(?:自社|独自)(?:調査|データ)|자체 (?:조사|데이터)/iu;
const DATED =
  /\b(?:(?:last )?(?:updated|reviewed|published|revised|checked)(?: on| in)?:?|as of|since version) (?:\d{1,2} |early |late |mid-)?(?:\p{Lu}[\p{L}]+\.? )?(?:\d{1,2}, )?(?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d-\d\d\b|(?:更新|发布|發布|截至|公開|최종 수정)[^。\n]{0,10}(?:19|20)\d\d\s?[年년-]/iu;
const CONTACT =
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4}|(?:\b(?:tel|phone|call|fax|telephone)\b|电话|電話|전화)[^\d\n]{0,12}\+?\d[\d\s().-]{5,18}\d|(?<![\d.])\+\d{1,3}[\s.-]?\(?\d[\d\s().-]{5,16}\d/iu;
const COMPARED =
  /\b(?:compared (?:with|to)|versus|vs|than|whereas|unlike|alternatives?)\b|相比|相较|対して|比べ|비해|보다/iu;
const IN_FAVOUR =
  /\b(?:pros|advantages?|strengths?|better|faster|cheaper|easier|stronger|benefits?)\b|优点|优势|更[快好]|長所|利点|장점/iu;
const AGAINST =
  /\b(?:cons|disadvantages?|drawbacks?|weakness(?:es)?|worse|slower|dearer|more expensive|harder|downsides?|lacks?)\b|缺点|不足|劣势|短所|欠点|단점/iu;
const LIMITS =
  /\b(?:limitations?|drawbacks?|downsides?|not (?:suitable|recommended|available|intended|designed|supported)|(?:does|do) not (?:support|cover|include|work|replace|offer)|(?:doesn|don)['’]t (?:support|cover|include|work|replace|offer)|only works?|is limited to|cannot)\b|局限|不支持|不适合|仅限|できません|対応していません|限界|지원하지 않/iu;

type Rule = (sentence: string, text: string) => boolean;
const RULES: Record<EeatSignal, Rule> = {
  named_author: (sentence) => AUTHOR.test(sentence),
  credentials: (sentence) => CREDENTIALS.test(sentence),
  first_hand_experience: (sentence) => FIRST_HAND.test(sentence),
  original_data: (sentence) => ORIGINAL.test(sentence) && numbersIn(sentence).length > 0,
  cited_sources: (sentence) => sourcesIn(sentence).length > 0,
  dated_content: (sentence) => DATED.test(sentence),
  contact_information: (sentence) => CONTACT.test(sentence),
  // A comparison, with a favourable and an unfavourable word anywhere in the text.
  balanced_comparison: (sentence, text) =>
    COMPARED.test(sentence) && IN_FAVOUR.test(text) && (AGAINST.test(text) || LIMITS.test(text)),
  limitations_stated: (sentence) => LIMITS.test(sentence),
};

/** In the order of the list. Sentences with statements that the copy does not support do not count. */
export function eeatSignalsOf(body: string, grounds: Grounds): EeatSignal[] {
  const sentences = body
    .split('\n')
    .flatMap(splitSentences)
    .filter((sentence) => !holdsInvention(inventionsIn(sentence, grounds)));
  const text = sentences.join('\n');
  return EEAT_SIGNALS.filter((signal) =>
    sentences.some((sentence) => RULES[signal](sentence, text)),
  );
}
