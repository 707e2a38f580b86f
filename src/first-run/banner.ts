/** What a terminal is shown once the product listens. */
export interface BannerFacts {
  /** Where it is reached, without a slash at the end. */
  url: string;
  /** Of a demo that was made just now; its secrets are shown this once. */
  demo: { link: string; key: string; brand: string } | null;
  /** Whether there is a demo to sign in to. */
  hasDemo: boolean;
}

const QUERY =
  '{ brands(first: 1) { nodes { name lastScan { sandbox measures { visibility { value low high } } } } } }';

/** One line of shell that works as it is printed. */
const toCurl = (url: string, key: string): string =>
  `curl -s ${url}/graphql -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify({ query: QUERY })}'`;

const toRows = (rows: readonly (readonly [name: string, value: string])[]): string[] =>
  rows.map(([name, value]) => `  ${name.padEnd(10)}${value}`);

const toAddresses = (url: string): string[] =>
  toRows([
    ['Dashboard', `${url}/dashboard`],
    ['GraphiQL', `${url}/graphiql`],
    ['GraphQL', `${url}/graphql`],
    ['Live', `${url.replace(/^http/, 'ws')}/graphql`],
    ['REST', `${url}/api/v1`],
    ['Health', `${url}/api/health`],
  ]);

export function toBanner({ url, demo, hasDemo }: BannerFacts): string {
  const lines = ['Answerscope is ready.', '', ...toAddresses(url)];
  if (demo !== null) {
    lines.push(
      '',
      `The demo: ${demo.brand} with 30 days of sandbox answers, being made just now.`,
      ...toRows([
        ['Sign in', `${demo.link}  (once, within the hour)`],
        ['Key', `${demo.key}  (shown this once)`],
        ['Try', toCurl(url, demo.key)],
        ['Remove', 'npm run -s cli -- demo remove'],
      ]),
    );
  } else {
    const [name, command] = hasDemo
      ? ['Sign in to the demo', 'demo link']
      : ['Make a demo account with sandbox data', 'demo seed'];
    lines.push('', `${name}: npm run -s cli -- ${command}`);
  }
  return `\n${lines.join('\n')}\n\n`;
}
