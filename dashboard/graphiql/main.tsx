import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import './style.css';
import { GraphiQL } from 'graphiql';
import { createRoot } from 'react-dom/client';
import { Carry } from './carry.js';
import { whoIsSignedIn } from './credentials.js';
import { createFetcher } from './fetcher.js';
import { createHandover } from './handover.js';
import { StatusBar } from './status-bar.js';
import { storage } from './storage.js';
import { prefilledTabs, toHeaders } from './tabs.js';

const handover = createHandover();
const fetcher = createFetcher(handover.watch);

const environment = new URLSearchParams(location.search).get('environment');

/** Headers are never stored: a key in them is gone with the page. */
const Explorer = ({ email }: { email: string | null }) => (
  <GraphiQL
    fetcher={fetcher}
    storage={storage}
    defaultTabs={[...prefilledTabs]}
    defaultHeaders={toHeaders(environment)}
    defaultEditorToolsVisibility={email === null ? 'headers' : 'variables'}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      Graph<em>i</em>QL
    </GraphiQL.Logo>
    <StatusBar email={email} />
    <Carry handover={handover} />
  </GraphiQL>
);

const root = createRoot(document.getElementById('root') as HTMLElement);
root.render(<Explorer email={await whoIsSignedIn().catch(() => null)} />);
