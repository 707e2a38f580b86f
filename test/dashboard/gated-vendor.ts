import {
  type Behaviour,
  behave,
  createOpenAiServer,
  type OpenAiServer,
} from '../helpers/outside/openai-server.js';

/** A vendor behind several platforms, each of which answers as it is told, and no sooner. */
export interface GatedVendor extends OpenAiServer {
  /** How these platforms answer from now on; the others as usual. */
  set(behaviours?: Record<string, Behaviour>): void;
  /** From now on questions wait; lets so many of them through. */
  hold(count?: number): void;
  /** All that wait, and all that come. */
  release(): void;
}

export async function createGatedVendor(usual: Behaviour): Promise<GatedVendor> {
  const waiting: (() => void)[] = [];
  let left = Number.POSITIVE_INFINITY;
  let told: Record<string, Behaviour> = {};
  const open = () => {
    for (; left > 0 && waiting.length > 0; left -= 1) waiting.shift()?.();
  };
  const server = await createOpenAiServer((response, request) => {
    const platform = String(request.body.model).replace(/-model$/, '');
    const go = () => (told[platform] ?? usual)(response, request);
    response.on('close', () => {
      const at = waiting.indexOf(go);
      if (at >= 0) waiting.splice(at, 1);
    });
    waiting.push(go);
    open();
  });
  return {
    ...server,
    set(behaviours = {}) {
      told = behaviours;
    },
    hold(count = 0) {
      left = count;
      open();
    },
    release() {
      left = Number.POSITIVE_INFINITY;
      open();
    },
  };
}

/** An answer that would act, were it more than words. */
export const HOSTILE = behave.answer(
  [
    'Northwind is good. <script>window.struck = 1</script>',
    '<img src=x onerror="window.struck = 2">',
    '[Northwind lights](javascript:window.struck=3) and **Globex**',
    '<a href="javascript:window.struck=4">Northwind</a>',
  ].join('\n'),
);
