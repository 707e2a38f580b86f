import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

@ObjectType({ description: 'A question that the copy answers.' })
export class FaqEntry {
  @Field(() => String, { description: 'The question.' })
  question!: string;

  @Field(() => String, { description: 'Its answer.' })
  answer!: string;
}

@ObjectType({
  description: 'What the readiness score is made of. What the copy does not state counts nowhere.',
})
export class RewriteScoreParts {
  @Field(() => Float, {
    description: 'Attributed quotations, 0 to 1; 1 from one in 200 words on.',
  })
  quotations!: number;

  @Field(() => Float, {
    description: 'Quantities with a unit and years, 0 to 1; 1 from one in 50 words on.',
  })
  statistics!: number;

  @Field(() => Float, {
    description:
      'Ease of reading, 0 to 1; 1 at a Flesch reading ease of 50 to 70, or up to 30 CJK characters a sentence.',
  })
  fluency!: number;

  @Field(() => Float, {
    description: 'Links and named sources, 0 to 1; 1 from one in 100 words on.',
  })
  citations!: number;

  @Field(() => Float, {
    description: 'Share of sentences of at most 25 words or 50 CJK characters, 0 to 1.',
  })
  shortSentences!: number;

  @Field(() => Float, {
    description: 'How early the facts stand, 0 to 1; about 0.5 when they are spread evenly.',
  })
  frontLoading!: number;

  @Field(() => Boolean, {
    description:
      'Whether the answer has at most 60 words (120 CJK characters) and names the brand in its first sentence.',
  })
  answerFirst!: boolean;

  @Field(() => Boolean, { description: 'Whether there are three different questions or more.' })
  faqOk!: boolean;

  @Field(() => Boolean, { description: 'Whether the structured data holds.' })
  jsonldValid!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether the brand is more than 3 % of the words; it takes a twelfth of the score.',
  })
  stuffed!: boolean;
}

@ObjectType({
  description: 'How ready a text is to be cited by answer engines. The weights are our own.',
})
export class RewriteScore {
  @Field(() => Float, { description: 'From 0 to 100, one decimal.' })
  value!: number;

  @Field(() => String, { description: 'Of the weights; scores of two versions are not compared.' })
  version!: string;

  @Field(() => RewriteScoreParts, { description: 'What it is made of.' })
  parts!: RewriteScoreParts;
}

@ObjectType({
  description: 'How easily a text reads; what its language has no measure for is null.',
})
export class Readability {
  @Field(() => Float, {
    nullable: true,
    description: 'Flesch reading ease, English only; 50 to 70 is plain, higher is easier.',
  })
  fleschReadingEase!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Flesch–Kincaid grade, English only: years of school.',
  })
  fleschKincaidGrade!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'LIX, for languages that write spaces; below 40 is easy, above 60 is hard.',
  })
  lix!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'Mean characters a sentence, for Chinese, Japanese and Korean.',
  })
  charactersPerSentence!: number | null;
}

export enum FactAgreement {
  SUPPORTED = 'supported',
  CONTRADICTED = 'contradicted',
}
registerEnumType(FactAgreement, {
  name: 'FactAgreement',
  description: 'What the brand’s wiki makes of a statement.',
  valuesConfig: {
    SUPPORTED: { description: 'It says so, too.' },
    CONTRADICTED: { description: 'It says otherwise.' },
  },
});

@ObjectType({ description: 'A statement of a rewrite.' })
export class FactClaim {
  @Field(() => String, { description: 'The sentence.' })
  claim!: string;

  @Field(() => Boolean, {
    description:
      'Whether it says something definite that the copy, a source or the brand’s wiki bears out; never so for what the wiki contradicts.',
  })
  verifiable!: boolean;

  @Field(() => FactAgreement, {
    nullable: true,
    description: 'What the brand’s wiki makes of it; null where it says nothing of it.',
  })
  agreement?: FactAgreement | null;

  @Field(() => String, { nullable: true, description: 'The wiki’s own words about it.' })
  fact?: string | null;
}

@ObjectType({ description: 'A copy, put in the order in which answer engines cite.' })
export class Rewrite {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'The copy as it was given.' })
  text!: string;

  @Field(() => String, { description: 'Whom it is about.' })
  brand!: string;

  @Field(() => String, { nullable: true, description: 'Whom it speaks to.' })
  audience!: string | null;

  @Field(() => String, { description: 'At most 110 characters.' })
  headline!: string;

  @Field(() => String, { description: 'What the brand is, said at once.' })
  answer!: string;

  @Field(() => [String], { description: 'What bears the answer out, the strongest first.' })
  evidence!: string[];

  @Field(() => String, { description: 'What else is worth knowing; one line a paragraph.' })
  context!: string;

  @Field(() => [FaqEntry], { description: 'Questions that the copy answers.' })
  faq!: FaqEntry[];

  @Field(() => RewriteScore, { description: 'How ready it is to be cited.' })
  score!: RewriteScore;

  @Field(() => Readability, { description: 'How easily it reads.' })
  readability!: Readability;

  @Field(() => [FactClaim], { description: 'Its statements.' })
  factClaims!: FactClaim[];

  @Field(() => String, {
    description:
      'JSON-LD with an Article and, where there are questions, a FAQPage; safe inside a script element.',
  })
  jsonld!: string;

  @Field(() => String, {
    description:
      'The platform that wrote it; `sandbox` where none did: the copy’s own sentences, selected and put in order.',
  })
  source!: string;

  @Field(() => Boolean, {
    description: 'Whether the sandbox wrote it in the place of an engine.',
  })
  sandbox!: boolean;

  @Field(() => String, { description: 'The model that wrote it, as its vendor names it.' })
  model!: string;

  @Field(() => Int, { description: 'Tokens that were used.' })
  tokensUsed!: number;

  @Field(() => Float, { nullable: true, description: 'US dollars; null when it is not known.' })
  costUsd!: number | null;

  @Field(() => Boolean, { description: 'Whether its cost is known.' })
  costKnown!: boolean;

  @Field(() => Int, { description: 'Milliseconds that it took.' })
  latencyMs!: number;

  @Field(() => Instant, { description: 'When it was asked for.' })
  createdAt!: Date;
}

@ObjectType({ description: 'Rewrites, newest first.' })
export class RewriteConnection extends createConnection('Rewrite', Rewrite, 'rewrite') {}

@InputType({ description: 'What to rewrite.' })
export class RewriteInput {
  @Field(() => String, {
    description: 'The copy: plain text, Markdown or HTML; at most 4,000 characters.',
  })
  text!: string;

  @Field(() => String, { description: 'The brand that it is about; at most 200 characters.' })
  brand!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Whom it is to speak to; at most 4,000 characters.',
  })
  audience?: string | null;
}

@ObjectType({ description: 'What a rewrite came to.' })
export class RewritePayload {
  @Field(() => Rewrite, { description: 'The rewrite.' })
  rewrite!: Rewrite;
}
