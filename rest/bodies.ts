/**
 * A documented number that has no value stays a number, 0, and `states` says `none` for it. Entries
 * whose numbers all have one carry no `states`.
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

/** Members of a closed set are lower-case words in REST. */
export const toWord = <Member extends string>(member: Member): Lowercase<Member> =>
  member.toLowerCase().replaceAll('_', '-') as Lowercase<Member>;

/** What health and status answer: 503 while the service is down. */
export const statusOf = ({ status }: { status: string }): number => (status === 'DOWN' ? 503 : 200);
export const withStatus = <Root extends { status: string }>(root: Root): object => ({
  ...root,
  status: toWord(root.status),
});
