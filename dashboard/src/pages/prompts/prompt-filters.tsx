import { getRouteApi } from '@tanstack/react-router';
import type { PromptsSearch } from '../../app/search.js';
import { STAGES, stageName } from '../../ui/stage.js';

const route = getRouteApi('/shell/dashboard/brands/$brandId/prompts');

export function Filters({ tags }: { tags: readonly string[] }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const set = (change: PromptsSearch) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...change }), replace: true });
  const select = 'input w-auto! min-h-[30px]! py-0.5! text-sm';
  return (
    <>
      <select
        aria-label="Stage"
        className={select}
        value={search.stage ?? ''}
        onChange={({ target }) => set({ stage: STAGES.find((stage) => stage === target.value) })}
      >
        <option value="">All stages</option>
        {STAGES.map((stage) => (
          <option key={stage} value={stage}>
            {stageName(stage)}
          </option>
        ))}
      </select>
      {tags.length > 0 && (
        <select
          aria-label="Tag"
          className={select}
          value={search.tag ?? ''}
          onChange={({ target }) => set({ tag: target.value || undefined })}
        >
          <option value="">All tags</option>
          {tags.map((tag) => (
            <option key={tag}>{tag}</option>
          ))}
        </select>
      )}
      <select
        aria-label="Branded or not"
        className={select}
        value={search.branded ?? ''}
        onChange={({ target }) =>
          set({ branded: (['yes', 'no'] as const).find((value) => value === target.value) })
        }
      >
        <option value="">Branded or not</option>
        <option value="yes">Branded only</option>
        <option value="no">Not branded</option>
      </select>
    </>
  );
}
