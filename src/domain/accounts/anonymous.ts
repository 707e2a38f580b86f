/** Nobody's own: what callers without a credential make is kept here. No account ever has this id. */
export const ANONYMOUS_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';
