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
  description: 'Severity of a lint issue.',
  valuesConfig: {
    LOW: { description: 'The text is harder to read.' },
    MEDIUM: { description: 'The text is less likely to be cited.' },
    HIGH: { description: 'The text is wrong or cannot be parsed.' },
  },
});

export enum LintStatus {
  OPEN = 'open',
  CLOSED = 'closed',
}
registerEnumType(LintStatus, {
  name: 'LintStatus',
  description: 'Status of a lint issue.',
  valuesConfig: {
    OPEN: { description: 'The issue is present in the text.' },
    CLOSED: { description: 'The issue was fixed, or its page was deleted.' },
  },
});

export enum LintTarget {
  WIKI_PAGE = 'wiki_page',
  REWRITE = 'rewrite',
}
registerEnumType(LintTarget, {
  name: 'LintTarget',
  description: 'Kind of text.',
  valuesConfig: {
    WIKI_PAGE: { description: 'A wiki page of a brand.' },
    REWRITE: { description: 'A rewrite.' },
  },
});

@ObjectType({ description: 'A problem that the linter found in a wiki page or a rewrite.' })
export class LintIssue {
  @Field(() => ID, { description: 'Unique id of the issue.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      'Id of the brand; null for a rewrite about a name that is none of the account’s brands.',
  })
  brandId!: string | null;

  @Field(() => LintTarget, { description: 'Kind of text that contains the issue.' })
  targetType!: LintTarget;

  @Field(() => ID, { description: 'Id of the wiki page or rewrite.' })
  targetId!: string;

  @Field(() => String, {
    description: 'Id of the rule, such as no-direct-answer. Clients should accept unknown rules.',
  })
  rule!: string;

  @Field(() => LintSeverity, { description: 'Severity of the issue.' })
  severity!: LintSeverity;

  @Field(() => String, { description: 'Description of the issue.' })
  message!: string;

  @Field(() => String, {
    description:
      'Part of the text that contains the issue, such as `body`, `answer` or `faq.0.answer`.',
  })
  field!: string;

  @Field(() => String, { description: 'Words that the issue is about, at most 300 characters.' })
  excerpt!: string;

  @Field(() => Int, { description: 'Offset of the excerpt in the field, in UTF-16 units from 0.' })
  offset!: number;

  @Field(() => Instant, { description: 'Time at which the issue was found.' })
  openedAt!: Date;

  @Field(() => Instant, {
    nullable: true,
    description: 'Time at which the issue was closed; null while it is open.',
  })
  closedAt!: Date | null;
}

@ObjectType({ description: 'A page of lint issues, newest first.' })
export class LintIssueConnection extends createConnection('LintIssue', LintIssue, 'issue') {}
