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
  description: 'Whether an answer came.',
  valuesConfig: {
    ANSWERED: { description: 'It came and counts.' },
    FAILED: {
      description: 'An error, a refusal, a time-out or nothing at all; it counts nowhere.',
    },
  },
});

export enum RankBasis {
  LIST = 'LIST',
  MENTIONS = 'MENTIONS',
}
registerEnumType(RankBasis, {
  name: 'RankBasis',
  description: 'What a rank is the place in.',
  valuesConfig: {
    LIST: { description: 'A list of the answer, all of whose items count, tracked or not.' },
    MENTIONS: {
      description:
        'The order in which the brand and its rivals are named first, where no list ranks them.',
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
  description: 'How an answer speaks of the brand.',
  valuesConfig: {
    POSITIVE: { description: 'It speaks well of it.' },
    NEUTRAL: { description: 'It names it without an opinion, or with one on either side.' },
    NEGATIVE: { description: 'It speaks ill of it.' },
  },
});

export enum SentimentMethod {
  JUDGE = 'judge',
  LEXICON = 'lexicon',
  NONE = 'none',
}
registerEnumType(SentimentMethod, {
  name: 'SentimentMethod',
  description: 'What read the tone of an answer. Do not compare numbers of different methods.',
  valuesConfig: {
    JUDGE: { description: 'Another platform’s model, most of whose votes rest on a quote.' },
    LEXICON: { description: 'An English word list; it misses irony, comparisons and much else.' },
    NONE: { description: 'Nothing could read the language: neutral says no more than that.' },
  },
});

@ObjectType({ description: 'How an answer speaks of the brand.' })
export class AnswerSentiment {
  @Field(() => Sentiment, { description: 'The label that is counted.' })
  label!: SentimentLabel;

  @Field(() => Float, {
    nullable: true,
    description: 'From -1 to 1; null when nothing could read the language.',
  })
  score!: number | null;

  @Field(() => SentimentMethod, { description: 'What read it.' })
  method!: Method;
}

@ObjectType({ description: 'A link that an answer cites.' })
export class AnswerCitation {
  @Field(() => String, { description: 'The cited address, in its canonical form.' })
  sourceUrl!: string;

  @Field(() => String, { description: 'Its registrable domain.' })
  sourceDomain!: string;

  @Field(() => String, { description: 'The sentence around the link.' })
  context!: string;

  @Field(() => Boolean, { description: 'Whether the domain is the brand’s own.' })
  owned!: boolean;
}

@ObjectType({ description: 'One answer of one platform to one prompt.' })
export class Answer {
  @Field(() => ID, { description: 'The run that asked for it.' })
  runId!: string;

  @Field(() => String, { description: 'The platform.' })
  platform!: string;

  @Field(() => ID, { description: 'The prompt that was asked.' })
  promptId!: string;

  @Field(() => Int, { description: 'Which sample of the prompt in this run, from 0.' })
  repeat!: number;

  @Field(() => Int, { description: 'The step of the run that stored it.' })
  sequence!: number;

  @Field(() => Instant, { description: 'When the engine was asked.' })
  askedAt!: Date;

  @Field(() => AnswerStatus, { description: 'Whether it came.' })
  status!: AnswerStatus;

  @Field(() => EngineErrorCode, { nullable: true, description: 'Why it did not come.' })
  errorCode!: EngineErrorCode | null;

  @Field(() => String, { nullable: true, description: 'The same in words.' })
  errorMessage!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether the prompt itself names the brand; such answers are left out of visibility.',
  })
  branded!: boolean;

  @Field(() => Boolean, { description: 'Whether it names the brand.' })
  mentioned!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'The brand’s place, from 1; null when not named, and when nothing ranks it.',
  })
  rank!: number | null;

  @Field(() => RankBasis, {
    nullable: true,
    description:
      'What the rank is the place in; null without a rank, and for answers read by an older release.',
  })
  rankBasis!: RankBasis | null;

  @Field(() => Int, {
    nullable: true,
    description: 'UTF-16 offset of the first mention in the text; null when not named.',
  })
  position!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: 'The position as a share of the text’s length; null when not named.',
  })
  relativePosition!: number | null;

  @Field(() => AnswerSentiment, {
    nullable: true,
    description: 'How it speaks of the brand; null when not named.',
  })
  sentiment!: AnswerSentiment | null;

  @Field(() => Int, { description: 'Tokens that the engine counted.' })
  tokensUsed!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      'US dollars, as the engine tells or by its vendor’s list price; null when unknown.',
  })
  costUsd!: number | null;

  @Field(() => Boolean, { description: 'Whether its cost is known.' })
  costKnown!: boolean;

  @Field(() => Int, { description: 'How long the engine took, in milliseconds.' })
  latencyMs!: number;

  @Field(() => String, { description: 'The model that answered.' })
  model!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the engine searched the web; null where its server does not say.',
  })
  webSearch!: boolean | null;

  @Field(() => Boolean, { description: 'Whether the engine was asked to search the web.' })
  webSearchAsked!: boolean;

  @Field(() => String, { nullable: true, description: 'The country it was asked for, ISO 3166-1.' })
  country!: string | null;

  @Field(() => String, { description: 'The language it was asked in.' })
  language!: string;

  @Field(() => Boolean, { description: 'Whether the sandbox answered.' })
  sandbox!: boolean;

  @Field(() => String, {
    description: 'What the engine said, as it came; empty once it has expired.',
  })
  text!: string;

  @Field(() => Boolean, {
    description:
      'Whether the words of this answer were kept as long as this server keeps them; what was counted of them stays.',
  })
  textExpired!: boolean;

  @Field(() => Boolean, {
    description: 'Whether it broke off at a length limit; it counts all the same.',
  })
  truncated!: boolean;

  @Field(() => String, { description: 'The excerpt around the first mention.' })
  snippet!: string;

  @Field(() => [String], { description: 'What the engine itself searched for.' })
  searchQueries!: string[];
}

@ObjectType({ description: 'A page of answers in the order in which they were stored.' })
export class AnswerConnection extends createConnection('Answer', Answer, 'answer') {}
