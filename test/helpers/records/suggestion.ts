import type { Deps, Tenant } from '../../../src/deps.js';
import {
  checkSuggestion,
  type SuggestionInput,
} from '../../../src/services/suggestions/new-suggestion.js';
import {
  type SuggestOptions,
  suggestCopy,
} from '../../../src/services/suggestions/suggest-copy.js';
import type { SuggestionRow } from '../../../src/services/suggestions/suggestion.js';
import { ownerOf } from './probe.js';

export const CONTENT = 'Acme is a CRM for small agencies. It was founded in 2016 in Berlin.';

export const suggest = (
  deps: Deps,
  tenant: Tenant,
  input: Partial<SuggestionInput> & { brandId: string },
  options: Partial<SuggestOptions> = {},
): Promise<SuggestionRow> =>
  suggestCopy(deps, ownerOf(tenant), checkSuggestion({ content: CONTENT, ...input }), {
    idempotencyKey: null,
    limits: { attemptMs: 150, wholeMs: 10_000 },
    ...options,
  });
