import type { Step } from '../../api/run-progress.js';
import type { RunQuery } from '../../generated/graphql.js';
import { Pill } from '../../ui/pill.js';
import { platformName } from '../../ui/platform.js';
import { CellGrid } from '../../ui/table/cell-grid.js';
import { HitCell } from '../../ui/table/hit-cell.js';
import { tallyBy } from './run-tally.js';

type Run = NonNullable<RunQuery['probeRun']>;

export interface Cell {
  platform: string;
  promptId: string;
  title: string;
}

export function Grid({
  run,
  steps,
  onOpen,
}: {
  run: Run;
  steps: readonly Step[];
  onOpen: (cell: Cell) => void;
}) {
  const tallies = tallyBy(steps, ({ platform, promptId }) => `${platform} ${promptId}`);
  return (
    <section className="card overflow-hidden" aria-labelledby="grid">
      <header className="px-4 pt-3.5 pb-1">
        <h2 id="grid" className="font-semibold">
          Prompts by platform
        </h2>
        <p className="text-xs text-ink-faint">
          Answers that name the brand, out of all answers received. Select a cell to read them.
        </p>
      </header>
      <CellGrid
        caption="Answers by prompt and platform"
        head={
          <tr>
            <th scope="col">Prompt</th>
            {run.platforms.map((platform) => (
              <th key={platform} scope="col" className="w-24 text-center!">
                {platformName(platform)}
              </th>
            ))}
          </tr>
        }
      >
        {run.prompts.map(({ promptId, text, branded }) => (
          <tr key={promptId}>
            <th scope="row" className="min-w-40 sm:min-w-56 font-normal!">
              {text} {branded && <Pill title="The prompt names the brand">branded</Pill>}
            </th>
            {run.platforms.map((platform) => {
              const tally = tallies.get(`${platform} ${promptId}`);
              return (
                <td key={platform} className="cell">
                  <HitCell
                    hits={tally?.mentions ?? 0}
                    answers={tally?.answered ?? 0}
                    failed={tally?.failed ?? 0}
                    label={`${text}, ${platformName(platform)}`}
                    onOpen={() =>
                      onOpen({ platform, promptId, title: `${platformName(platform)}: ${text}` })
                    }
                  />
                </td>
              );
            })}
          </tr>
        ))}
      </CellGrid>
    </section>
  );
}
