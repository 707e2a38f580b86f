export type Row = [method: string, path: string, field: string, body: unknown];

export const long = (characters: number) => 'x'.repeat(characters);

export const WRONG_STRINGS: unknown[] = [null, 5, 1.5, true, [], ['x'], {}, { a: 'x' }];
export const WRONG_TEXTS: unknown[] = [
  ...WRONG_STRINGS,
  '',
  '   ',
  'a\u0000b',
  'a\u0007b',
  '\ud800',
];
export const WRONG_OPTIONAL_STRINGS = WRONG_STRINGS.filter((value) => value !== null);
export const WRONG_LISTS: unknown[] = ['chatgpt', 5, true, {}, [5], [null], [['chatgpt']], [{}]];
