/**
 * Adds numbers to an entry. A number without a value is 0 and marked `none` in `states`; `states` is
 * omitted when every number has a value.
 */
export function withNumbers<Entry extends object, Name extends string>(
  entry: Entry,
  numbers: Record<Name, number | null | undefined>,
): Entry & Record<Name, number> & { states?: Partial<Record<Name, 'none'>> } {
  const names = Object.keys(numbers) as Name[];
  const shown = Object.fromEntries(names.map((name) => [name, numbers[name] ?? 0]));
  const empty = names.filter((name) => numbers[name] == null).map((name) => [name, 'none']);
  return {
    ...entry,
    ...(shown as Record<Name, number>),
    ...(empty.length > 0 && { states: Object.fromEntries(empty) as Record<Name, 'none'> }),
  };
}

/** Converts an enum member to the lower-case word that REST uses. */
export const toWord = <Member extends string>(member: Member): Lowercase<Member> =>
  member.toLowerCase().replaceAll('_', '-') as Lowercase<Member>;

/** HTTP status of health and status: 503 while the service is down. */
export const statusOf = ({ status }: { status: string }): number => (status === 'DOWN' ? 503 : 200);
export const withStatus = <Root extends { status: string }>(root: Root): object => ({
  ...root,
  status: toWord(root.status),
});
