import { useGraphiQL } from '@graphiql/react';
import { readHeaders, shownKey } from './credentials.js';

const SignedOut = () => (
  <>
    <strong>You are signed out.</strong> The schema is open to read; to run an operation, give a key
    under <em>Headers</em>. To make one:{' '}
    <code>npm run -s cli -- key create --email you@example.com</code>
  </>
);

const SignedIn = ({ email }: { email: string }) => (
  <>
    Signed in as <strong>{email}</strong>
  </>
);

/** Above the editors: where one is, and in whose name requests go out. */
export function StatusBar({ email }: { email: string | null }) {
  const headers = useGraphiQL(({ tabs, activeTabIndex }) => tabs[activeTabIndex]?.headers);
  const key = shownKey(readHeaders(headers));
  const identity = email === null ? <SignedOut /> : <SignedIn email={email} />;
  return (
    <div className="status-bar">
      <span role="status">
        {key === undefined ? (
          identity
        ) : (
          <>
            Requests carry the key <code>{key}</code>
          </>
        )}
      </span>
    </div>
  );
}
