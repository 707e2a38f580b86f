/** Facts for the text shown on a terminal once the product listens. */
export interface BannerFacts {
  /** Public URL without a trailing slash. */
  url: string;
  /** A demo that was just created; null otherwise. Its secrets are shown only once. */
  demo: { link: string; key: string; brand: string } | null;
  /** Whether a demo account exists. */
  hasDemo: boolean;
}

const QUERY =
  '{ brands(first: 1) { nodes { name lastScan { sandbox measures { visibility { value low high } } } } } }';

/** A shell command that can be copied and run. */
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
      `The demo: ${demo.brand} with 30 days of sandbox answers, which are being created now.`,
      ...toRows([
        ['Sign in', `${demo.link}  (valid once, for one hour)`],
        ['Key', `${demo.key}  (shown only once)`],
        ['Try', toCurl(url, demo.key)],
        ['Remove', 'npm run -s cli -- demo remove'],
      ]),
    );
  } else {
    const [name, command] = hasDemo
      ? ['Sign in to the demo', 'demo link']
      : ['Create a demo account with sandbox data', 'demo seed'];
    lines.push('', `${name}: npm run -s cli -- ${command}`);
  }
  return `\n${lines.join('\n')}\n\n`;
}
