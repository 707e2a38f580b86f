import { compare } from '../compare.js';
import { startProgram } from '../program.js';
import type { Line } from '../report.js';
import type { Stage } from '../stage.js';

/** The list of 100 brands over REST, compared with a hand-written handler. */
export async function measureRest({ settings, customer, seconds, keep }: Stage): Promise<Line[]> {
  const ours = await startProgram({ file: 'src/main.js', settings, path: '/livez' });
  keep(ours.dispose);
  const rival = await startProgram({ file: 'bench/rivals/express.js', settings, path: '/livez' });
  keep(rival.dispose);
  const asked = {
    method: 'GET' as const,
    path: '/api/v1/brands',
    headers: { authorization: `Bearer ${customer.key}` },
  };
  return [
    await compare({
      name: 'REST, 100 brands',
      ours: { ...asked, origin: ours.origin },
      rival: { ...asked, origin: rival.origin },
      seconds,
      target: 0.8,
    }),
  ];
}
