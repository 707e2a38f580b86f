import type { Deps } from '../deps.js';
import { ensureDemoBrand, findDemoBrand, seedHistory } from '../services/demo/demo.js';
import {
  type DemoAccount,
  ensureDemoAccount,
  findDemoAccount,
  hasUsers,
  makeDemoKey,
  makeDemoLink,
} from '../services/demo/demo-account.js';
import { toBanner } from './banner.js';

/** The demo account, created if there are no users yet; `shown` is null when it already existed. */
async function openDemo(deps: Deps, url: string) {
  if (await hasUsers(deps)) return { account: await findDemoAccount(deps), shown: null };
  const account = await ensureDemoAccount(deps);
  const brand = await ensureDemoBrand(deps, account);
  const link = await makeDemoLink(deps, url);
  const key = await makeDemoKey(deps, account);
  return { account, shown: { link, key, brand: brand.name } };
}

/** Completes the demo's history. A restart does not bring back a deleted demo brand. */
async function goOn(deps: Deps, account: DemoAccount, stop: AbortSignal): Promise<void> {
  if ((await findDemoBrand(deps, account)) === null) return;
  const { made } = await seedHistory(deps, account, { stop });
  if (made > 0) deps.log.info('the 30 days of demo history are complete');
}

/**
 * Prints the addresses on a terminal and, on the first start, creates a demo whose history is written in the
 * background. Failures are only logged. `dispose` stops the work and waits for it.
 */
export function welcome(
  deps: Deps,
  url: string,
  write: (text: string) => void,
): { ready: Promise<void>; dispose(): Promise<void> } {
  const stopping = new AbortController();
  const tell = (error: unknown) => {
    if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'the demo could not be created');
  };
  const work = async () => {
    const { account, shown } = await openDemo(deps, url).catch((error) => {
      tell(error);
      return { account: null, shown: null };
    });
    write(toBanner({ url, demo: shown, hasDemo: account !== null }));
    if (account !== null) await goOn(deps, account, stopping.signal);
  };
  const ready = work().catch(tell);
  return {
    ready,
    dispose() {
      stopping.abort();
      return ready;
    },
  };
}
