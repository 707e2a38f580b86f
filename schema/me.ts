import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ApiKeyScope, Environment } from './api-key.js';
import { Instant } from './scalars.js';

export enum EngineAccess {
  OPEN = 'open',
  NEEDS_CONFIRMATION = 'needs_confirmation',
  NEEDS_OPERATOR = 'needs_operator',
}
registerEnumType(EngineAccess, {
  name: 'EngineAccess',
  description: 'Whether a team may ask engines.',
  valuesConfig: {
    OPEN: { description: 'Yes.' },
    NEEDS_CONFIRMATION: { description: 'Not until an owner has confirmed their e-mail address.' },
    NEEDS_OPERATOR: { description: 'Not until the operator of this server opens them.' },
  },
});

export enum Tier {
  FREE = 'free',
  STARTER = 'starter',
  GROWTH = 'growth',
  SCALE = 'scale',
  ENTERPRISE = 'enterprise',
}
registerEnumType(Tier, { name: 'Tier', description: 'What a team has paid for.' });

export enum Role {
  OWNER = 'owner',
  ADMIN = 'admin',
  MEMBER = 'member',
  VIEWER = 'viewer',
}
registerEnumType(Role, {
  name: 'Role',
  description: 'What a person may do in a team.',
  valuesConfig: {
    OWNER: { description: 'Everything, the removal of the team too.' },
    ADMIN: { description: 'Everything but what concerns owners.' },
    MEMBER: { description: 'Reads and writes data.' },
    VIEWER: { description: 'Reads data.' },
  },
});

export enum CredentialType {
  KEY = 'key',
  SESSION = 'session',
}
registerEnumType(CredentialType, {
  name: 'CredentialType',
  description: 'How a caller was recognised.',
  valuesConfig: {
    KEY: { description: 'By an API key.' },
    SESSION: { description: 'By the cookie of a person who signed in.' },
  },
});

@ObjectType({ description: 'A person.' })
export class User {
  @Field(() => ID, { description: 'Their id.' })
  id!: string;

  @Field(() => String, { description: 'Their e-mail address.' })
  email!: string;

  @Field(() => String, { description: 'Their name.' })
  name!: string;
}

@ObjectType({ description: 'A person in a team.' })
export class Member {
  @Field(() => ID, { description: 'The membership’s id.' })
  id!: string;

  @Field(() => Role, { description: 'What they may do.' })
  role!: Role;

  @Field(() => Instant, { description: 'When they joined.' })
  createdAt!: Date;
}

@ObjectType({ description: 'Somebody who has been asked into a team and has not answered yet.' })
export class Invitation {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'The e-mail address it went to.' })
  email!: string;

  @Field(() => Role, { description: 'What they may do once they join.' })
  role!: Role;

  @Field(() => Instant, { description: 'Until when it can be taken up.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'A team that shares brands, keys and limits.' })
export class Account {
  @Field(() => ID, { description: 'Its id.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => Tier, { description: 'What it has paid for.' })
  tier!: Tier;

  @Field(() => Role, { nullable: true, description: 'The caller’s role in it; null for a key.' })
  role!: Role | null;
}

@ObjectType({ description: 'How the caller was recognised.' })
export class Auth {
  @Field(() => CredentialType, { description: 'By what.' })
  type!: CredentialType;

  @Field(() => ID, { nullable: true, description: 'The key, if one was used.' })
  keyId!: string | null;

  @Field(() => String, { nullable: true, description: 'How the key begins.' })
  prefix!: string | null;

  @Field(() => Environment, { description: 'The environment whose data the caller sees.' })
  environment!: Environment;

  @Field(() => [ApiKeyScope], { description: 'What the caller may do.' })
  scopes!: ApiKeyScope[];
}

@ObjectType({ description: 'What the account may use.' })
export class Limits {
  @Field(() => Int, { description: 'Brands at the same time.' })
  brands!: number;

  @Field(() => Int, { description: 'Free scans a UTC day.' })
  scansPerDay!: number;

  @Field(() => Int, { description: 'Full queries a UTC day, signed in.' })
  queriesPerDay!: number;

  @Field(() => Int, { description: 'Rewrites a UTC day, signed in.' })
  rewritesPerDay!: number;

  @Field(() => Int, { description: 'Requests in any minute, by key.' })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Requests in any hour, by key.' })
  requestsPerHour!: number;

  @Field(() => Int, { description: 'Requests in any 24 hours, by key.' })
  requestsPerDay!: number;

  @Field(() => Int, { description: 'Engine calls a UTC day.' })
  engineCallsPerDay!: number;
}

@ObjectType({ description: 'Who the caller is.' })
export class Me {
  @Field(() => User, { description: 'The person; for a key, who made it.' })
  user!: User;

  @Field(() => Account, { description: 'The team.' })
  account!: Account;

  @Field(() => Auth, { description: 'How the caller was recognised.' })
  auth!: Auth;

  @Field(() => Limits, { description: 'What the team may use.' })
  limits!: Limits;

  @Field(() => Boolean, {
    description:
      'Whether the person’s e-mail address is confirmed; for a key, that of who made it.',
  })
  emailConfirmed!: boolean;

  @Field(() => EngineAccess, {
    description: 'Whether the team may ask engines in this environment.',
  })
  engineAccess!: EngineAccess;
}
