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

/** The demo, made when nobody is there yet; null secrets when it was there before. */
async function openDemo(deps: Deps, url: string) {
  if (await hasUsers(deps)) return { account: await findDemoAccount(deps), shown: null };
  const account = await ensureDemoAccount(deps);
  const brand = await ensureDemoBrand(deps, account);
  const link = await makeDemoLink(deps, url);
  const key = await makeDemoKey(deps, account);
  return { account, shown: { link, key, brand: brand.name } };
}

/** Whoever has deleted the demo's brand does not get it back by a restart. */
async function goOn(deps: Deps, account: DemoAccount, stop: AbortSignal): Promise<void> {
  if ((await findDemoBrand(deps, account)) === null) return;
  const { made } = await seedHistory(deps, account, { stop });
  if (made > 0) deps.log.info('the demo has its 30 days');
}

/**
 * The first minute, for whoever looks at a terminal: addresses, and on the first start a demo, whose
 * history is made while the product answers already. What goes wrong with it stops nothing.
 * @returns what ends it, so that nothing is written any more
 */
export function welcome(
  deps: Deps,
  url: string,
  write: (text: string) => void,
): { ready: Promise<void>; dispose(): Promise<void> } {
  const stopping = new AbortController();
  const tell = (error: unknown) => {
    if (!stopping.signal.aborted) deps.log.warn({ err: error }, 'the demo could not be made');
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
