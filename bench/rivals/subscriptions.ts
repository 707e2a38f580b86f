import { createServer } from 'node:http';
import { buildSchema, type ExecutionArgs, GraphQLError, type GraphQLObjectType } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import { loadConfig } from '../../src/config/config.js';
import { createFollow } from '../../src/follow/follow.js';
import { createLog } from '../../src/observability/log.js';
import { type Caller, createCallers } from '../../src/request/caller.js';
import { createRuntime } from '../../src/runtime.js';
import { statusValues } from './sdl.js';

/**
 * The same subscription on the plain library, used as documented: it executes each event once per subscriber. Keys
 * and events come from the product, so that both servers send the same messages at the same time.
 */
const schema = buildSchema(`
  enum RunStatus { QUEUED RUNNING COMPLETED FAILED CANCELLED }
  enum AnswerStatus { ANSWERED FAILED }
  type Query { up: Boolean! }
  type Subscription { probeRunProgress(runId: ID!): ProbeRunProgress! }
  type ProbeRunProgress {
    sequence: Int! probeRun: ProbeRun! platforms: [PlatformProgress!]! answer: ProgressAnswer
  }
  type ProbeRun {
    id: ID! status: RunStatus! answered: Int! failed: Int! expectedAnswers: Int! platforms: [String!]!
  }
  type PlatformProgress { platform: String! expected: Int! answered: Int! failed: Int! mentions: Int! }
  type ProgressAnswer {
    platform: String! promptId: ID! repeat: Int! status: AnswerStatus! mentioned: Boolean! errorCode: String
  }
`);

const log = createLog({ level: 'info', format: 'json' });
const runtime = await createRuntime({ config: loadConfig(process.env), log, supervise: false });
const callers = createCallers(runtime.deps);
const follow = createFollow(runtime.deps);

const field = (schema.getSubscriptionType() as GraphQLObjectType).getFields().probeRunProgress;
if (field === undefined) throw new Error('the schema has no subscription');
field.subscribe = (_root, { runId }: { runId: string }, { caller }: { caller: Caller }) =>
  follow.run({ accountId: caller.accountId, environment: caller.environment }, runId);
field.resolve = (event) => event;
for (const [type, values] of [
  ['RunStatus', statusValues],
  ['AnswerStatus', { ANSWERED: 'answered', FAILED: 'failed' }],
] as const) {
  const words = Object.fromEntries(Object.entries(values).map(([name, value]) => [value, name]));
  Object.assign(schema.getType(type) as object, {
    serialize: (value: string) => words[value] ?? value,
  });
}

/** The library's default is so short that, on a busy machine, it disconnects clients whose pongs it has not read yet. */
const PING_MS = 120_000;
const server = createServer((_req, res) => void res.end('up'));
const wss = new WebSocketServer({ server, path: '/graphql', maxPayload: 65_536 });
const asked = new WeakMap<object, Caller>();
useServer<Record<string, unknown>>(
  {
    schema,
    onConnect: async ({ extra, connectionParams }) => {
      const caller = await callers.identify({
        authorization: String(connectionParams?.authorization),
      });
      if (caller === null || !caller.scopes.includes('read')) return false;
      asked.set(extra, caller);
      return true;
    },
    context: ({ extra }, _id, _payload, _args: ExecutionArgs) => {
      const caller = asked.get(extra);
      if (caller === undefined) throw new GraphQLError('send an API key');
      return { caller };
    },
  },
  wss,
  PING_MS,
);
server.listen(Number(process.env.PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  for (const socket of wss.clients) socket.terminate();
  server.closeAllConnections();
  void runtime.dispose().then(() => process.exit(0));
});
