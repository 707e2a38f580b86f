import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './style.css';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { mountFrame, readPlace } from '../frame/frame.js';
import { Carry } from './carry.js';
import { createFetcher } from './fetcher.js';
import { createHandover } from './handover.js';
import { StatusBar } from './status-bar.js';
import { storage } from './storage.js';
import { prefilledTabs, toHeaders } from './tabs.js';

const handover = createHandover();
const fetcher = createFetcher(handover.watch);

const { environment } = readPlace();

type Theme = 'light' | 'dark';

/** Headers are never stored, because they may contain a key. */
const Explorer = ({ email, theme }: { email: string | null; theme: Theme }) => (
  <GraphiQL
    fetcher={fetcher}
    storage={storage}
    defaultTabs={[...prefilledTabs]}
    defaultHeaders={toHeaders(environment)}
    defaultEditorToolsVisibility={email === null ? 'headers' : 'variables'}
    shouldPersistHeaders={false}
    forcedTheme={theme}
  >
    <GraphiQL.Logo>
      Graph<em>i</em>QL
    </GraphiQL.Logo>
    <StatusBar email={email} />
    <Carry handover={handover} />
  </GraphiQL>
);

const root = createRoot(document.getElementById('root') as HTMLElement);
let theme: Theme = 'light';
/** Email of the signed-in person; undefined until loaded, null if signed out. */
let email: string | null | undefined;
const draw = () => {
  if (email !== undefined) root.render(<Explorer email={email} theme={theme} />);
};
const person = await mountFrame('/graphiql', (shown) => {
  theme = shown;
  draw();
});
email = person?.email ?? null;
draw();
