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
  description: 'Whether a team may use live engines.',
  valuesConfig: {
    OPEN: { description: 'The team may use live engines, or the sandbox answers in their place.' },
    NEEDS_CONFIRMATION: { description: 'Closed until an owner confirms their e-mail address.' },
    NEEDS_OPERATOR: { description: 'Closed until the operator of the server grants access.' },
  },
});

export enum Tier {
  FREE = 'free',
  STARTER = 'starter',
  GROWTH = 'growth',
  SCALE = 'scale',
  ENTERPRISE = 'enterprise',
}
registerEnumType(Tier, {
  name: 'Tier',
  description: 'Pricing tier of a team. It sets the default limits, which `me` returns.',
  valuesConfig: {
    FREE: { description: 'The free tier, the default.' },
    STARTER: { description: 'The lowest paid tier.' },
    GROWTH: { description: 'The second paid tier.' },
    SCALE: { description: 'The third paid tier.' },
    ENTERPRISE: { description: 'The highest paid tier.' },
  },
});

export enum Role {
  OWNER = 'owner',
  ADMIN = 'admin',
  MEMBER = 'member',
  VIEWER = 'viewer',
}
registerEnumType(Role, {
  name: 'Role',
  description: 'Role of a person in a team.',
  valuesConfig: {
    OWNER: { description: 'May do everything, including deleting the team.' },
    ADMIN: { description: 'May do everything except what is reserved to owners.' },
    MEMBER: { description: 'May read and write data.' },
    VIEWER: { description: 'May read data.' },
  },
});

export enum CredentialType {
  KEY = 'key',
  SESSION = 'session',
}
registerEnumType(CredentialType, {
  name: 'CredentialType',
  description: 'Kind of credential.',
  valuesConfig: {
    KEY: { description: 'An API key.' },
    SESSION: { description: 'The session cookie of a person who is signed in.' },
  },
});

@ObjectType({ description: 'A person with a login.' })
export class User {
  @Field(() => ID, { description: 'Unique id of the user.' })
  id!: string;

  @Field(() => String, { description: 'E-mail address of the user.' })
  email!: string;

  @Field(() => String, { description: 'Name of the user.' })
  name!: string;
}

@ObjectType({ description: 'A person in a team.' })
export class Member {
  @Field(() => ID, { description: 'Unique id of the membership.' })
  id!: string;

  @Field(() => Role, { description: 'Role of the person in the team.' })
  role!: Role;

  @Field(() => Instant, { description: 'Time at which the person joined.' })
  createdAt!: Date;
}

@ObjectType({ description: 'A pending invitation to a team.' })
export class Invitation {
  @Field(() => ID, { description: 'Unique id of the invitation.' })
  id!: string;

  @Field(() => String, { description: 'E-mail address that the invitation was sent to.' })
  email!: string;

  @Field(() => Role, { description: 'Role of the person after joining.' })
  role!: Role;

  @Field(() => Instant, { description: 'Time at which the invitation expires.' })
  expiresAt!: Date;
}

@ObjectType({ description: 'A team that shares brands, API keys and limits.' })
export class Account {
  @Field(() => ID, { description: 'Unique id of the account.' })
  id!: string;

  @Field(() => String, { description: 'Name of the account.' })
  name!: string;

  @Field(() => Tier, { description: 'Pricing tier of the account.' })
  tier!: Tier;

  @Field(() => Role, {
    nullable: true,
    description: 'Role of the caller in the account; null for an API key.',
  })
  role!: Role | null;
}

@ObjectType({ description: 'Credential of the request.' })
export class Auth {
  @Field(() => CredentialType, { description: 'Kind of credential.' })
  type!: CredentialType;

  @Field(() => ID, { nullable: true, description: 'Id of the API key; null for a session.' })
  keyId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'First characters of the API key; null for a session.',
  })
  prefix!: string | null;

  @Field(() => Environment, { description: 'Environment whose data the request reads and writes.' })
  environment!: Environment;

  @Field(() => [ApiKeyScope], { description: 'Scopes of the caller.' })
  scopes!: ApiKeyScope[];
}

@ObjectType({ description: 'Limits of the account.' })
export class Limits {
  @Field(() => Int, { description: 'Maximum number of brands.' })
  brands!: number;

  @Field(() => Int, { description: 'Free scans per UTC day.' })
  scansPerDay!: number;

  @Field(() => Int, { description: 'Full queries per UTC day, when signed in.' })
  queriesPerDay!: number;

  @Field(() => Int, { description: 'Rewrites per UTC day, when signed in.' })
  rewritesPerDay!: number;

  @Field(() => Int, { description: 'Requests in any 60 seconds, by API key.' })
  requestsPerMinute!: number;

  @Field(() => Int, { description: 'Requests in any hour, by API key.' })
  requestsPerHour!: number;

  @Field(() => Int, { description: 'Requests in any 24 hours, by API key.' })
  requestsPerDay!: number;

  @Field(() => Int, { description: 'Engine calls per UTC day.' })
  engineCallsPerDay!: number;
}

@ObjectType({ description: 'The caller, their account and their limits.' })
export class Me {
  @Field(() => User, {
    description: 'The person who is signed in; for an API key, the user who created the key.',
  })
  user!: User;

  @Field(() => Account, { description: 'Account of the caller.' })
  account!: Account;

  @Field(() => Auth, { description: 'Credential of the request.' })
  auth!: Auth;

  @Field(() => Limits, { description: 'Limits of the account.' })
  limits!: Limits;

  @Field(() => Boolean, { description: 'Whether the user’s e-mail address is confirmed.' })
  emailConfirmed!: boolean;

  @Field(() => EngineAccess, {
    description: 'Whether the account may use live engines in this environment.',
  })
  engineAccess!: EngineAccess;
}
