import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { createConnection } from './connection.js';
import { Instant } from './scalars.js';

export enum LintSeverity {
  LOW = 'low',
  MEDIUM = 'medium',
  HIGH = 'high',
}
registerEnumType(LintSeverity, {
  name: 'LintSeverity',
  description: 'How bad an issue of a text is.',
  valuesConfig: {
    LOW: { description: 'It reads less easily.' },
    MEDIUM: { description: 'It is less likely to be cited.' },
    HIGH: { description: 'It is wrong, or it cannot be read.' },
  },
});

export enum LintStatus {
  OPEN = 'open',
  CLOSED = 'closed',
}
registerEnumType(LintStatus, {
  name: 'LintStatus',
  description: 'Whether an issue is still there.',
  valuesConfig: {
    OPEN: { description: 'It is.' },
    CLOSED: { description: 'It was mended, or its page was deleted.' },
  },
});

export enum LintTarget {
  WIKI_PAGE = 'wiki_page',
  REWRITE = 'rewrite',
}
registerEnumType(LintTarget, {
  name: 'LintTarget',
  description: 'Which kind of text it is.',
  valuesConfig: {
    WIKI_PAGE: { description: 'A page of facts about a brand.' },
    REWRITE: { description: 'A copy that was rewritten.' },
  },
});

@ObjectType({ description: 'Something that is wrong with a wiki page or a rewrite.' })
export class LintIssue {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The brand; null for a rewrite of a name that no brand of the account has.',
  })
  brandId!: string | null;

  @Field(() => LintTarget, { description: 'Which kind of text it is in.' })
  targetType!: LintTarget;

  @Field(() => ID, { description: 'The page or the rewrite.' })
  targetId!: string;

  @Field(() => String, { description: 'The rule that found it; more rules may come.' })
  rule!: string;

  @Field(() => LintSeverity, { description: 'How bad it is.' })
  severity!: LintSeverity;

  @Field(() => String, { description: 'What is wrong.' })
  message!: string;

  @Field(() => String, {
    description: 'The part of the text it is in, such as `body`, `answer` or `faq.0.answer`.',
  })
  field!: string;

  @Field(() => String, { description: 'The words it is about; at most 300 characters.' })
  excerpt!: string;

  @Field(() => Int, { description: 'Where they begin in the field, in UTF-16 units from 0.' })
  offset!: number;

  @Field(() => Instant, { description: 'When it was found.' })
  openedAt!: Date;

  @Field(() => Instant, { nullable: true, description: 'When it was gone; null before.' })
  closedAt!: Date | null;
}

@ObjectType({ description: 'A page of the list of issues.' })
export class LintIssueConnection extends createConnection('LintIssue', LintIssue, 'issue') {}
