import type { Deps, Scope, Statement } from '../deps.js';
import { isId } from '../domain/id.js';
import { Suggestion } from '../entities/suggestion.js';
import { AppError, badInput, notFound } from '../errors.js';
import { checkList } from './check.js';
import { findSuggestion, type SuggestionRow } from './suggestion.js';

const MOST_PROMPTS = 200;
const KNOWN: Statement = {
  name: 'known-prompts',
  text: `select count(*) as count from prompt where account_id = $1 and environment = $2 and id = any($3)`,
};

async function checkPrompts(
  deps: Deps,
  scope: Scope,
  promptIds: readonly string[],
): Promise<string[]> {
  if (promptIds.length === 0) throw badInput('promptIds', 'must not be empty');
  const ids = [...new Set(checkList('promptIds', promptIds, MOST_PROMPTS))];
  if (!ids.every(isId)) throw notFound('prompt');
  const values = [scope.accountId, scope.environment, ids];
  const [row] = await deps.db.read<{ count: number }>(scope, KNOWN, values);
  if (row?.count !== ids.length) throw notFound('prompt');
  return ids;
}

/** Starts the measurement. A second time is refused: it would move the days that are compared. */
export async function applySuggestion(
  deps: Deps,
  scope: Scope,
  id: string,
  promptIds: readonly string[] | null,
): Promise<SuggestionRow> {
  const suggestion = await findSuggestion(deps, scope, id);
  const prompts = promptIds === null ? null : await checkPrompts(deps, scope, promptIds);
  const changed = await deps.db.write(scope, (em) =>
    em.nativeUpdate(
      Suggestion,
      { ...scope, id: suggestion.id, status: 'proposed' },
      { status: 'applied', appliedAt: deps.now(), promptIds: prompts },
    ),
  );
  if (changed === 0) throw new AppError('CONFLICT', 'this suggestion has been applied already');
  return findSuggestion(deps, scope, suggestion.id);
}
