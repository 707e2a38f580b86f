import { platformName } from '../ui/platform.js';
import { Segmented } from '../ui/segmented.js';
import { useBrandFilters } from './hooks.js';
import { DAYS } from './search.js';

const DAY_OPTIONS = DAYS.map((days) => ({ value: days, label: `${days} days` }));

const CHIP =
  'cursor-pointer rounded-full border border-line-strong px-2.5 py-0.5 text-xs font-medium text-ink-soft has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-strong has-focus-visible:outline-2 has-focus-visible:outline-accent';

/**
 * Filters for window, comparison and platforms, stored in the address. Platforms appear if `platforms` is
 * given, the comparison if `compares` is set.
 */
export function BrandFiltersBar({
  platforms,
  compares = false,
}: {
  platforms?: readonly string[];
  compares?: boolean;
}) {
  const filters = useBrandFilters();
  const chosen = filters.platforms;
  const toggle = (platform: string) => {
    const next = chosen.includes(platform)
      ? chosen.filter((item) => item !== platform)
      : [...chosen, platform];
    filters.set({ platforms: next.length === 0 ? undefined : next.join('.') });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Segmented
        label="Window"
        name="days"
        value={filters.days}
        options={DAY_OPTIONS}
        onChange={(days) => filters.set({ days })}
      />
      {compares && (
        <select
          aria-label="Compare with"
          className="input w-auto! min-h-[30px]! py-0.5! text-sm font-medium"
          value={filters.isComparing ? 'before' : 'none'}
          onChange={({ target }) =>
            filters.set({ compare: target.value === 'none' ? 'none' : undefined })
          }
        >
          <option value="before">Compare: previous {filters.days} days</option>
          <option value="none">Compare: none</option>
        </select>
      )}
      {platforms && platforms.length > 1 && (
        <fieldset className="flex flex-wrap gap-1">
          <legend className="sr-only">Platforms (none selected shows all)</legend>
          {platforms.map((platform) => (
            <label key={platform} className={CHIP}>
              <input
                type="checkbox"
                className="sr-only"
                checked={chosen.includes(platform)}
                onChange={() => toggle(platform)}
              />
              {platformName(platform)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
