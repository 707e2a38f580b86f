import { useQuery } from '@apollo/client/react';
import { graphql } from '../../api/graphql.js';
import { asCount, asMoment, asPoints, asRate } from '../../ui/format.js';
import { Loaded } from '../../ui/loaded.js';
import { EmptyState } from '../../ui/states.js';

const SUGGESTION = graphql(`
  query SuggestionDetail($id: ID!) {
    suggestion(id: $id) {
      id
      appliedAt
      measuredAt
      content
      rewritten
      uplift {
        before
        after
        lift
        low
        high
        beforeAnswers
        afterAnswers
        isControlled
      }
    }
  }
`);

const Text = ({ title, text }: { title: string; text: string }) => (
  <section>
    <h3 className="font-semibold">{title}</h3>
    <p className="mt-1 max-h-72 overflow-y-auto rounded-lg border border-line bg-sunken px-3 py-2 text-sm whitespace-pre-wrap">
      {text}
    </p>
  </section>
);

/** A suggestion, with its measured lift once that is known. */
export function SuggestionDetail({ id }: { id: string }) {
  const query = useQuery(SUGGESTION, { variables: { id } });
  return (
    <Loaded query={query}>
      {({ suggestion }) => {
        if (suggestion === null) return <EmptyState title="This suggestion no longer exists" />;
        const { appliedAt, measuredAt, content, rewritten, uplift } = suggestion;
        return (
          <div className="grid gap-5">
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
              <dt className="text-ink-soft">Applied</dt>
              <dd>{appliedAt ? asMoment(appliedAt) : 'not yet'}</dd>
              <dt className="text-ink-soft">Measured</dt>
              <dd>{measuredAt ? asMoment(measuredAt) : '16 days after it is applied'}</dd>
              {uplift && (
                <>
                  <dt className="text-ink-soft">Visibility before</dt>
                  <dd>
                    {asRate(uplift.before)}, n = {asCount(uplift.beforeAnswers)}
                  </dd>
                  <dt className="text-ink-soft">Visibility after</dt>
                  <dd>
                    {asRate(uplift.after)}, n = {asCount(uplift.afterAnswers)}
                  </dd>
                  <dt className="text-ink-soft">Lift</dt>
                  <dd>
                    {asPoints(uplift.lift)}
                    {uplift.low !== null && uplift.high !== null && (
                      <span className="text-ink-faint">
                        {' '}
                        (95% interval {asPoints(uplift.low)} to {asPoints(uplift.high)}
                        {uplift.isControlled ? ', adjusted for the change in other prompts' : ''})
                      </span>
                    )}
                  </dd>
                </>
              )}
            </dl>
            <Text title="Rewritten text" text={rewritten} />
            <Text title="Original text" text={content} />
          </div>
        );
      }}
    </Loaded>
  );
}
