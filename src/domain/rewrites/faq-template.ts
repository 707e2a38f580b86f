/** Fixed FAQ questions, and patterns of the sentences that answer them. */

import type { SourceSentence } from './source-sentence.js';

export interface FaqTemplate {
  /** `{brand}` is replaced by the name. */
  question: string;
  answers: RegExp;
  /** Whether the answer must contain the name of the brand. */
  needsBrand: boolean;
  /** Further condition; the first sentence of the copy that meets all conditions is the answer. */
  needs?: (sentence: SourceSentence) => boolean;
}

const hasQuantity = ({ facts }: SourceSentence): boolean =>
  facts.some(({ kind }) => kind === 'quantity');
const hasQuotation = ({ facts }: SourceSentence): boolean =>
  facts.some(({ kind }) => kind === 'quotation');

const row = (
  question: string,
  answers: RegExp,
  { needsBrand = false, needs }: { needsBrand?: boolean; needs?: FaqTemplate['needs'] } = {},
): FaqTemplate => ({ question, answers, needsBrand, ...(needs && { needs }) });

/** Sentences are assigned in this order: narrow questions before broad ones. */
export const ENGLISH_FAQ: readonly FaqTemplate[] = [
  row(
    'What is {brand}?',
    /\b(?:is|are|was) (?:an?|the|one of)\b|\b(?:offers|provides|makes|builds|sells|helps|lets|enables|gives|combines|brings|turns)\b/iu,
    { needsBrand: true },
  ),
  row(
    'How much does {brand} cost?',
    /[$€£¥]\s?\d|\b\d+\s?(?:dollars|euros|pounds|USD|EUR|GBP)\b|\b(?:free (?:plan|trial|tier|version|of charge)|per (?:month|user|seat|year)|a month|pricing|costs?|priced)\b/iu,
  ),
  row(
    'When was {brand} founded?',
    /\b(?:founded|established|launched|started)\b.*\b(?:19|20)\d\d\b|\bsince (?:19|20)\d\d\b/iu,
  ),
  row('Where is {brand} based?', /\b(?:based|headquartered|located|offices?) in \p{Lu}/u),
  row(
    'Who is {brand} for?',
    /\b(?:designed|built|made|ideal|perfect|intended|meant) for\b|\b(?:for|helps|serves|used by|trusted by|chosen by)\s(?:\p{L}+[\s-]){0,3}(?:teams?|companies|businesses|customers|people|users|owners|developers|agencies|families|students|managers|marketers|professionals|brands|startups|enterprises|runners|parents|patients|teachers)\b/iu,
  ),
  row('What do others say about {brand}?', /["“]/u, { needs: hasQuotation }),
  row(
    'How does {brand} work?',
    /\b(?:works by|works with|by (?:\p{L}+)ing|uses|using|connects|integrates|automatically|combines)\b/iu,
  ),
  row(
    'Why choose {brand}?',
    /\b(?:because|so that|unlike|compared (?:with|to)|instead of|saves?|reduces?|cuts?|faster|cheaper|easier|without)\b/iu,
  ),
  row('What do the figures say about {brand}?', /\d/u, { needs: hasQuantity }),
];

export const CHINESE_FAQ: readonly FaqTemplate[] = [
  row('{brand}是什么？', /是|提供|帮助|致力于/u, { needsBrand: true }),
  row('{brand}的价格是多少？', /价格|费用|免费|收费|\d\s?(?:元|美元|欧元)|[￥¥$]\s?\d/u),
  row(
    '{brand}成立于何时？',
    /(?:成立|创立|创办|推出|上线).*(?:19|20)\d\d|(?:19|20)\d\d\s?年.*(?:成立|创立|创办|推出|上线)/u,
  ),
  row('{brand}适合哪些人？', /适合|面向|专为|用户|客户/u),
  row('他人如何评价{brand}？', /[“"「]/u, { needs: hasQuotation }),
  row('关于{brand}有哪些数据？', /\d/u, { needs: hasQuantity }),
];

export const JAPANESE_FAQ: readonly FaqTemplate[] = [
  row('{brand}とは何ですか？', /は.*(?:です|である|だ|提供|支援)/u, { needsBrand: true }),
  row('{brand}の料金はいくらですか？', /料金|価格|無料|\d\s?円|[￥¥$]\s?\d/u),
  row(
    '{brand}はいつ設立されましたか？',
    /(?:19|20)\d\d\s?年.*(?:設立|創業|開始|発売)|(?:設立|創業).*(?:19|20)\d\d/u,
  ),
  row('{brand}は誰に向いていますか？', /向け|のため|ユーザー|お客様|チーム/u),
  row('{brand}はどう評価されていますか？', /[「"“]/u, { needs: hasQuotation }),
  row('{brand}に関する数字はありますか？', /\d/u, { needs: hasQuantity }),
];

export const KOREAN_FAQ: readonly FaqTemplate[] = [
  row('{brand}은(는) 무엇인가요?', /입니다|이다|제공|돕/u, { needsBrand: true }),
  row('{brand}의 가격은 얼마인가요?', /가격|요금|무료|\d\s?원|[₩$]\s?\d/u),
  row('{brand}은(는) 언제 설립되었나요?', /(?:19|20)\d\d\s?년.*(?:설립|창립|출시|시작)/u),
  row('{brand}은(는) 누구를 위한 것인가요?', /위한|위해|고객|사용자|팀/u),
  row('{brand}에 대한 평가는 어떤가요?', /["“'‘]/u, { needs: hasQuotation }),
  row('{brand}에 관한 수치가 있나요?', /\d/u, { needs: hasQuantity }),
];
