/** The id of each frame's `main`, which the link at its top skips to. */
export const PAGE = 'main';

const toPage = () => document.getElementById(PAGE)?.focus({ preventScroll: true });

/** After a change of page. What is chosen from by arrows changes pages in passing, and keeps the focus. */
export function focusPage(): void {
  const { activeElement } = document;
  const isField =
    activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement;
  if (!isField) toPage();
}

/** Where each dialog was opened from, the nearest first. */
const openers = new WeakMap<Element, readonly Element[]>();

export const setOpeners = (dialog: Element, from: readonly Element[]): void =>
  void openers.set(dialog, from);

/** Where one is: in a dialog, also where that was opened from, for it may close as another opens. */
export function findOpeners(): readonly Element[] {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return [];
  const around = activeElement.closest('[role=dialog]');
  return [activeElement, ...(around === null ? [] : (openers.get(around) ?? []))];
}

/** Back to where one was, as far as it is there still; otherwise to the page. */
export function focusOpener(from: readonly Element[]): void {
  const opener = from.find((element) => element.isConnected);
  if (opener instanceof HTMLElement) opener.focus();
  else toPage();
}
