/** Search parameters of the routes. Invalid values are ignored. */

type Raw = Record<string, unknown>;

const oneOf = <const T extends string>(value: unknown, allowed: readonly T[]): T | undefined =>
  allowed.find((item) => item === value);

const textOf = (value: unknown, longest = 200): string | undefined =>
  typeof value === 'string' && value !== '' && value.length <= longest ? value : undefined;

const flagOf = (value: unknown): true | undefined => (value === true ? true : undefined);

export const DAYS = [7, 30, 90] as const;
export type Days = (typeof DAYS)[number];
export const USUAL_DAYS: Days = 30;

/** Platform names separated by dots. */
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
  /** Compares with the previous period unless `none`. */
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
  /** `yes` for prompts that name the brand, `no` for the others. */
  branded?: 'yes' | 'no';
  disabled?: true;
  /** Column to sort by, descending; with a leading minus ascending. */
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
  /** Id of the delivery whose details are open. */
  delivery?: string;
}
export const readWebhook = ({ status, delivery }: Raw): WebhookSearch => ({
  status: oneOf(status, ['PENDING', 'DELIVERED', 'EXHAUSTED']),
  delivery: textOf(delivery),
});

export interface InviteSearch {
  /** Id of the invitation. */
  id?: string;
  /** Token of the invitation link. */
  token?: string;
}
export const readInvite = ({ id, token }: Raw): InviteSearch => ({
  id: textOf(id),
  token: textOf(token),
});

export interface SignInSearch {
  /** Path to return to after sign-in. */
  back?: string;
  /** Token of a one-time link. */
  token?: string;
  /** Reason for the redirect to the sign-in page. */
  reason?: 'expired' | 'signed-out' | 'password-set';
}
export const readSignIn = ({ back, token, reason }: Raw): SignInSearch => ({
  // Only local paths, to prevent open redirects.
  back:
    typeof back === 'string' && /^\/(?![/\\])/.test(back) && back.length < 1_000 ? back : undefined,
  token: textOf(token),
  reason: oneOf(reason, ['expired', 'signed-out', 'password-set']),
});

export interface SignUpSearch extends SignInSearch {
  /** Id and token of the invitation link. */
  invitationId?: string;
  invitationToken?: string;
}
export const readSignUp = (raw: Raw): SignUpSearch => ({
  ...readSignIn(raw),
  invitationId: textOf(raw.invitationId),
  invitationToken: textOf(raw.invitationToken),
});

export const splitList = (list: string | undefined): string[] => list?.split('.') ?? [];
