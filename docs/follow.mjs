// Follows a run until it ends: npx node docs/follow.mjs RUN_ID
// The key comes from ANSWERSCOPE_KEY, the server from ANSWERSCOPE_URL.
import { createClient } from 'graphql-ws';

const { ANSWERSCOPE_KEY: key, ANSWERSCOPE_URL: url = 'http://127.0.0.1:4000' } = process.env;
const [runId] = process.argv.slice(2);

const client = createClient({
  url: `${url.replace('http', 'ws')}/graphql`,
  connectionParams: { authorization: `Bearer ${key}` },
});
const steps = client.iterate({
  query: `subscription Follow($runId: ID!) {
    probeRunProgress(runId: $runId) {
      sequence
      probeRun { status answered failed expectedAnswers }
      answer { platform status mentioned }
    }
  }`,
  variables: { runId },
});

for await (const { data, errors } of steps) {
  if (errors) throw new Error(errors[0].message);
  const { sequence, probeRun, answer } = data.probeRunProgress;
  const { status, answered, failed, expectedAnswers } = probeRun;
  const last = answer ? `${answer.platform}${answer.mentioned ? ' names the brand' : ''}` : '';
  console.log(`${sequence}  ${status}  ${answered + failed}/${expectedAnswers}  ${last}`);
}
