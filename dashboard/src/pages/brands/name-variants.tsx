import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { graphql } from '../../api/graphql.js';

const NAME_SEARCH = graphql(`
  query NameSearch($name: String!) {
    nameSearch(name: $name) {
      variants
      commonWord
    }
  }
`);

const PAUSE_MS = 300;

/** The text once typing has paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Other spellings that count as the name, each of which can be left out, and a word about common words. */
export function NameVariants({
  name,
  without,
  onChange,
}: {
  name: string;
  without: readonly string[];
  onChange: (without: string[]) => void;
}) {
  const text = usePaused(name.trim());
  const { data, previousData } = useQuery(NAME_SEARCH, {
    variables: { name: text },
    skip: text === '',
  });
  const search = text === '' ? undefined : (data ?? previousData)?.nameSearch;
  if (search === undefined) return null;
  return (
    <div className="grid gap-2 text-sm">
      {search.variants.length > 0 && (
        <fieldset className="flex flex-wrap items-center gap-2">
          <legend className="sr-only">Also counts as {text}</legend>
          <span className="text-ink-soft">Also counts</span>
          {search.variants.map((variant) => (
            <label
              key={variant}
              className="flex items-center gap-1.5 rounded-full border border-line px-2 py-0.5"
            >
              <input
                type="checkbox"
                className="accent-accent"
                checked={!without.includes(variant)}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? without.filter((each) => each !== variant)
                      : [...without, variant],
                  )
                }
              />
              {variant}
            </label>
          ))}
        </fieldset>
      )}
      {search.commonWord && (
        <p className="text-ink-soft">
          {text} is also a common word. A match needs a capital letter, and counts only where the
          sentence or the rest of the answer shows that the brand is meant.
        </p>
      )}
    </div>
  );
}
