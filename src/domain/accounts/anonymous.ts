/** Owner of data created by callers without credentials. No account ever has this id. */
export const ANONYMOUS_ACCOUNT_ID = '00000000-0000-0000-0000-000000000000';
