import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { SentimentMethod as Method, SentimentLabel } from '../src/domain/answers/sentiment.js';
import { createConnection } from './connection.js';
import { EngineErrorCode } from './engine-error.js';
import { Instant } from './scalars.js';

export enum AnswerStatus {
  ANSWERED = 'answered',
  FAILED = 'failed',
}
registerEnumType(AnswerStatus, {
  name: 'AnswerStatus',
  description: 'Whether an engine returned an answer.',
  valuesConfig: {
    ANSWERED: { description: 'The engine returned an answer. It counts in every rate.' },
    FAILED: {
      description: 'An error, a refusal, a time-out or an empty body. It leaves every denominator.',
    },
  },
});

export enum RankBasis {
  LIST = 'LIST',
  MENTIONS = 'MENTIONS',
}
registerEnumType(RankBasis, {
  name: 'RankBasis',
  description: 'The order that a rank is taken from.',
  valuesConfig: {
    LIST: { description: 'A list in the answer. Every item counts, tracked or not.' },
    MENTIONS: {
      description:
        'The order of first mention among the brand and its rivals, where no list ranks them.',
    },
  },
});

export enum Sentiment {
  POSITIVE = 'positive',
  NEUTRAL = 'neutral',
  NEGATIVE = 'negative',
}
registerEnumType(Sentiment, {
  name: 'Sentiment',
  description: 'Tone of an answer towards the brand.',
  valuesConfig: {
    POSITIVE: { description: 'The answer is favourable to the brand.' },
    NEUTRAL: { description: 'The answer gives no opinion of the brand, or a balanced one.' },
    NEGATIVE: { description: 'The answer is unfavourable to the brand.' },
  },
});

export enum SentimentMethod {
  JUDGE = 'judge',
  LEXICON = 'lexicon',
  NONE = 'none',
}
registerEnumType(SentimentMethod, {
  name: 'SentimentMethod',
  description: 'Method that labelled the tone. Do not compare numbers from different methods.',
  valuesConfig: {
    JUDGE: {
      description:
        'The model of another platform, by majority vote. Each counted vote quotes the answer.',
    },
    LEXICON: { description: 'Rules over the clauses of English texts. They miss irony.' },
    NONE: {
      description:
        'No method supports the language. The label is neutral and carries no information.',
    },
  },
});

@ObjectType({ description: 'Tone of one answer towards the brand.' })
export class AnswerSentiment {
  @Field(() => Sentiment, { description: 'Label used in all counts of sentiment.' })
  label!: SentimentLabel;

  @Field(() => Float, {
    nullable: true,
    description:
      'Score from −1 (negative) to 1 (positive); null when no method supports the language.',
  })
  score!: number | null;

  @Field(() => SentimentMethod, { description: 'Method that assigned the label.' })
  method!: Method;
}

@ObjectType({ description: 'A link that an answer cites.' })
export class AnswerCitation {
  @Field(() => String, { description: 'Cited URL in canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Registrable domain of the URL.' })
  sourceDomain!: string;

  @Field(() => String, { description: 'Sentence around the link.' })
  context!: string;

  @Field(() => Boolean, { description: 'Whether the domain is one of the brand’s own domains.' })
  owned!: boolean;
}

@ObjectType({ description: 'One answer of one platform to one prompt.' })
export class Answer {
  @Field(() => ID, { description: 'Id of the run that asked the prompt.' })
  runId!: string;

  @Field(() => String, { description: 'Id of the platform that was asked, such as chatgpt.' })
  platform!: string;

  @Field(() => ID, { description: 'Id of the prompt that was asked.' })
  promptId!: string;

  @Field(() => Int, { description: 'Index of this sample of the prompt in the run, from 0.' })
  repeat!: number;

  @Field(() => Int, {
    description: 'Number of the run step that stored the answer. Answers are ordered by it.',
  })
  sequence!: number;

  @Field(() => Instant, { description: 'Time at which the engine was asked.' })
  askedAt!: Date;

  @Field(() => AnswerStatus, { description: 'Whether the engine returned an answer.' })
  status!: AnswerStatus;

  @Field(() => EngineErrorCode, {
    nullable: true,
    description: 'Reason for the failure, as a code; null when the engine answered.',
  })
  errorCode!: EngineErrorCode | null;

  @Field(() => String, {
    nullable: true,
    description: 'Reason for the failure, in words; null when the engine answered.',
  })
  errorMessage!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the prompt itself names the brand. Such answers are excluded from visibility.',
  })
  branded!: boolean;

  @Field(() => Boolean, { description: 'Whether the answer names the brand.' })
  mentioned!: boolean;

  @Field(() => Boolean, {
    description:
      'Whether each match of the brand’s name may mean something else, such as a common word, and no judge decided. Then `mentioned` is true only if other words of the answer speak for the brand.',
  })
  uncertain!: boolean;

  @Field(() => Int, {
    nullable: true,
    description:
      'Rank of the brand in the answer, from 1; null when the brand is not named or nothing ranks it.',
  })
  rank!: number | null;

  @Field(() => RankBasis, {
    nullable: true,
    description:
      'Order that the rank is taken from; null without a rank, and for answers analysed by an older release.',
  })
  rankBasis!: RankBasis | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'UTF-16 offset of the first mention in the text; null when the brand is not named.',
  })
  position!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      'Position divided by the length of the text, from 0 to 1; null when the brand is not named.',
  })
  relativePosition!: number | null;

  @Field(() => AnswerSentiment, {
    nullable: true,
    description: 'Tone of the answer towards the brand; null when the brand is not named.',
  })
  sentiment!: AnswerSentiment | null;

  @Field(() => Int, { description: 'Tokens used, as counted by the engine.' })
  tokensUsed!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'Cost in US dollars, as reported by the engine or by its vendor’s list price; null when unknown.',
  })
  costUsd!: number | null;

  @Field(() => Boolean, { description: 'Whether the cost of the answer is known.' })
  costKnown!: boolean;

  @Field(() => Int, { description: 'Response time of the engine, in milliseconds.' })
  latencyMs!: number;

  @Field(() => String, { description: 'Name of the model that answered.' })
  model!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the engine searched the web; null when the vendor does not report it.',
  })
  webSearch!: boolean | null;

  @Field(() => Boolean, { description: 'Whether the request told the engine to search the web.' })
  webSearchAsked!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Country the prompt is asked for, as an ISO 3166-1 code; null for none.',
  })
  country!: string | null;

  @Field(() => String, { description: 'Language of the prompt, as a BCP 47 tag.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether the sandbox answered in place of a live engine.' })
  sandbox!: boolean;

  @Field(() => String, {
    description: 'Text as the engine returned it; empty once it has expired.',
  })
  text!: string;

  @Field(() => Boolean, {
    description:
      'Whether the text was deleted at the end of its retention period. Measurements taken from it remain.',
  })
  textExpired!: boolean;

  @Field(() => Boolean, {
    description: 'Whether the answer was cut off at a length limit. It counts all the same.',
  })
  truncated!: boolean;

  @Field(() => String, { description: 'Excerpt around the first mention.' })
  snippet!: string;

  @Field(() => [String], { description: 'Web searches made by the engine.' })
  searchQueries!: string[];
}

@ObjectType({ description: 'A page of answers, in the order in which they were stored.' })
export class AnswerConnection extends createConnection('Answer', Answer, 'answer') {}
