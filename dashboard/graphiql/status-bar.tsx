import { useGraphiQL } from '@graphiql/react';
import { readHeaders, shownKey } from './credentials.js';

const SignedOut = () => (
  <>
    <strong>You are signed out.</strong> You can browse the schema. To run an operation, enter a key
    under <em>Headers</em>. To create a key:{' '}
    <code>npm run -s cli -- key create --email you@example.com</code>
  </>
);

const SignedIn = ({ email }: { email: string }) => (
  <>
    Signed in as <strong>{email}</strong>
  </>
);

/** Status line above the editors: the credentials that requests use. */
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
            Requests use the key <code>{key}</code>
          </>
        )}
      </span>
    </div>
  );
}
