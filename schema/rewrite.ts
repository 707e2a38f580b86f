import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A question of the FAQ and its answer.' })
export class FaqEntry {
  @Field(() => String, { description: 'Text of the question.' })
  question!: string;

  @Field(() => String, { description: 'Text of the answer.' })
  answer!: string;
}

@ObjectType({
  description:
    'Parts of the readiness score. Numbers, quotations and sources that the copy does not state are not counted.',
})
export class RewriteScoreParts {
  @Field(() => Float, {
    description: 'Attributed quotations, from 0 to 1; 1 at one or more per 200 words.',
  })
  quotations!: number;

  @Field(() => Float, {
    description: 'Quantities with a unit and years, from 0 to 1; 1 at one or more per 50 words.',
  })
  statistics!: number;

  @Field(() => Float, {
    description:
      'Ease of reading, from 0 to 1; 1 at a Flesch reading ease of 50 to 70, at a LIX of at most 45, or at 30 CJK characters per sentence or fewer.',
  })
  fluency!: number;

  @Field(() => Float, {
    description: 'Links and named sources, from 0 to 1; 1 at one or more per 100 words.',
  })
  citations!: number;

  @Field(() => Float, {
    description: 'Share of sentences of at most 25 words or 50 CJK characters, from 0 to 1.',
  })
  shortSentences!: number;

  @Field(() => Float, {
    description:
      'Front-loading index of the facts, from 0 to 1; about 0.5 when they are spread evenly, 0 without facts.',
  })
  frontLoading!: number;

  @Field(() => Boolean, {
    description:
      'Whether the answer has at most 60 words (120 CJK characters) and names the brand in its first sentence.',
  })
  answerFirst!: boolean;

  @Field(() => Boolean, { description: 'Whether there are at least three different questions.' })
  faqOk!: boolean;

  @Field(() => Boolean, { description: 'Whether the structured data passes validation.' })
  jsonldValid!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the brand is named more than once and makes up more than 3 % of the words. This lowers the score by a twelfth.',
  })
  stuffed!: boolean;
}

@ObjectType({
  description:
    'Readiness of a text to be cited by answer engines. The weights are Answerscope’s own.',
})
export class RewriteScore {
  @Field(() => Float, { description: 'Score from 0 to 100, to one decimal.' })
  value!: number;

  @Field(() => String, {
    description: 'Version of the weights. Compare scores of the same version only.',
  })
  version!: string;

  @Field(() => RewriteScoreParts, { description: 'Parts of the score.' })
  parts!: RewriteScoreParts;
}

@ObjectType({
  description: 'Readability of a text. Measures that do not apply to its language are null.',
})
export class Readability {
  @Field(() => Float, {
    nullable: true,
    description:
      'Flesch reading ease. 50 to 70 is plain, higher is easier. Null except for English.',
  })
  fleschReadingEase!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Flesch–Kincaid grade in years of school; null except for English.',
  })
  fleschKincaidGrade!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'LIX. Below 40 is easy, above 60 is hard. Null for languages written without spaces.',
  })
  lix!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Mean number of characters per sentence; null except for Chinese, Japanese and Korean.',
  })
  charactersPerSentence!: number | null;
}

export enum FactAgreement {
  SUPPORTED = 'supported',
  CONTRADICTED = 'contradicted',
}
registerEnumType(FactAgreement, {
  name: 'FactAgreement',
  description: 'Agreement of a statement with the brand’s wiki.',
  valuesConfig: {
    SUPPORTED: { description: 'The wiki states the same.' },
    CONTRADICTED: { description: 'The wiki states something else.' },
  },
});

@ObjectType({ description: 'A statement of a rewrite.' })
export class FactClaim {
  @Field(() => String, { description: 'The sentence.' })
  claim!: string;

  @Field(() => Boolean, {
    description:
      'Whether the statement is definite and backed by the copy, a named source or the brand’s wiki. Always false when the wiki contradicts it.',
  })
  verifiable!: boolean;

  @Field(() => FactAgreement, {
    nullable: true,
    description:
      'Agreement with the brand’s wiki; null when the wiki does not cover the statement.',
  })
  agreement?: FactAgreement | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Sentence of the wiki about the same subject; null when the wiki does not cover the statement.',
  })
  fact?: string | null;
}

@ObjectType({ description: 'A text rewritten so that answer engines can cite it.' })
export class Rewrite {
  @Field(() => ID, { description: 'Unique id of the rewrite.' })
  id!: string;

  @Field(() => String, { description: 'Original text.' })
  text!: string;

  @Field(() => String, { description: 'Name of the brand that the text is about.' })
  brand!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Audience that the rewrite addresses; null when none was given.',
  })
  audience!: string | null;

  @Field(() => String, { description: 'Headline, at most 110 characters.' })
  headline!: string;

  @Field(() => String, { description: 'Direct answer: what the brand is.' })
  answer!: string;

  @Field(() => [String], { description: 'Evidence for the answer, strongest first.' })
  evidence!: string[];

  @Field(() => String, { description: 'Further information, one paragraph per line.' })
  context!: string;

  @Field(() => [FaqEntry], { description: 'Questions that the copy answers.' })
  faq!: FaqEntry[];

  @Field(() => RewriteScore, { description: 'Readiness score of the rewrite.' })
  score!: RewriteScore;

  @Field(() => Readability, { description: 'Readability of the rewrite.' })
  readability!: Readability;

  @Field(() => [FactClaim], { description: 'Statements of the rewrite.' })
  factClaims!: FactClaim[];

  @Field(() => String, {
    description:
      'JSON-LD with an Article and, where there are questions, an FAQPage. Safe inside a script element.',
  })
  jsonld!: string;

  @Field(() => String, {
    description:
      'Id of the platform that wrote the text, or `sandbox` when the sandbox selected and ordered sentences of the copy.',
  })
  source!: string;

  @Field(() => Boolean, {
    description: 'Whether the sandbox wrote the text in place of an engine.',
  })
  sandbox!: boolean;

  @Field(() => String, { description: 'Model that wrote the text, as its vendor names it.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens used.' })
  tokensUsed!: number;

  @Field(() => Float, { nullable: true, description: 'Cost in US dollars; null when unknown.' })
  costUsd!: number | null;

  @Field(() => Boolean, { description: 'Whether the cost is known.' })
  costKnown!: boolean;

  @Field(() => Int, { description: 'Duration of the rewrite, in milliseconds.' })
  latencyMs!: number;

  @Field(() => Instant, { description: 'Time of the request.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A page of rewrites, newest first.' })
export class RewriteConnection extends createConnection('Rewrite', Rewrite, 'rewrite') {}

@InputType({ description: 'A text to rewrite.' })
export class RewriteInput {
  @Field(() => String, {
    description: 'The text, as plain text, Markdown or HTML; at most 4,000 characters.',
  })
  text!: string;

  @Field(() => String, {
    description: 'Name of the brand that the text is about, at most 200 characters.',
  })
  brand!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Audience to address, at most 4,000 characters.',
  })
  audience?: string | null;
}

@ObjectType({ description: 'The finished rewrite.' })
export class RewritePayload {
  @Field(() => Rewrite, { description: 'The rewrite.' })
  rewrite!: Rewrite;
}
