/** What the address holds beside the path. Whatever is not valid there counts as not given. */

type Raw = Record<string, unknown>;

const oneOf = <const T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((item) => item === value);

const textOf = (value: unknown, longest = 200): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;

const flagOf = (value: unknown): true | undefined => (value === true ? true : undefined);

export const DAYS = [7, 30, 90] as const;
export type Days = (typeof DAYS)[number];
export const USUAL_DAYS: Days = 30;

/** Names of platforms, with dots between them. */
const listOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text !== undefined && /^[\w-]+(\.[\w-]+)*$/.test(text) ? text : undefined;
};

export interface EnvironmentSearch {
  environment?: 'test';
}
export const readEnvironment = ({ environment }: Raw): EnvironmentSearch => ({
  environment: oneOf(environment, ['test']),
});

export interface BrandSearch {
  days?: Days;
  platforms?: string;
  /** Against the period before, unless it says none. */
  compare?: 'none';
}
/** The filters that all pages of a brand share. */
export const readBrandFilters = ({ days, platforms, compare }: Raw): BrandSearch => ({
  days: DAYS.find((item) => item === days && item !== USUAL_DAYS),
  platforms: listOf(platforms),
  compare: oneOf(compare, ['none']),
});

export interface PromptsSearch {
  stage?: 'AWARENESS' | 'INTEREST' | 'DESIRE' | 'ACTION';
  tag?: string;
  /** Prompts that name the brand only, or those that do not. */
  branded?: 'yes' | 'no';
  disabled?: true;
  /** A column, the greatest first; with a minus the smallest. */
  sort?: string;
}
export const readPromptFilters = ({ stage, tag, branded, disabled, sort }: Raw): PromptsSearch => ({
  stage: oneOf(stage, ['AWARENESS', 'INTEREST', 'DESIRE', 'ACTION']),
  tag: textOf(tag),
  branded: oneOf(branded, ['yes', 'no']),
  disabled: flagOf(disabled),
  sort: textOf(sort, 40),
});

export interface WebhookSearch {
  status?: 'PENDING' | 'DELIVERED' | 'EXHAUSTED';
  /** The one whose details are open. */
  delivery?: string;
}
export const readWebhook = ({ status, delivery }: Raw): WebhookSearch => ({
  status: oneOf(status, ['PENDING', 'DELIVERED', 'EXHAUSTED']),
  delivery: textOf(delivery),
});

export interface InviteSearch {
  /** The invitation's. */
  id?: string;
  /** Shows that one has its link. */
  token?: string;
}
export const readInvite = ({ id, token }: Raw): InviteSearch => ({
  id: textOf(id),
  token: textOf(token),
});

export interface SignInSearch {
  /** Where one was, to be led back there. */
  back?: string;
  /** A one-time link's token. */
  token?: string;
  /** Why one was led here. */
  reason?: 'expired' | 'signed-out' | 'password-set';
}
export const readSignIn = ({ back, token, reason }: Raw): SignInSearch => ({
  // Only a path of ours: anything else would make this page lead astray.
  back:
    typeof back === 'string' && /^\/(?![/\\])/.test(back) && back.length < 1_000 ? back : undefined,
  token: textOf(token),
  reason: oneOf(reason, ['expired', 'signed-out', 'password-set']),
});

export interface SignUpSearch extends SignInSearch {
  /** Those of the link by which one was invited. */
  invitationId?: string;
  invitationToken?: string;
}
export const readSignUp = (raw: Raw): SignUpSearch => ({
  ...readSignIn(raw),
  invitationId: textOf(raw.invitationId),
  invitationToken: textOf(raw.invitationToken),
});

export const splitList = (list: string | undefined): string[] => list?.split('.') ?? [];
