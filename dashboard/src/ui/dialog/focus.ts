/** Id of the `main` element of each frame, the target of the skip link. */
export const PAGE = 'main';

const toPage = () => document.getElementById(PAGE)?.focus({ preventScroll: true });

/** Focuses the page after navigation, unless a field has focus: arrow keys in a select may navigate. */
export function focusPage(): void {
  const { activeElement } = document;
  const isField =
    activeElement instanceof HTMLInputElement || activeElement instanceof HTMLSelectElement;
  if (!isField) toPage();
}

/** Elements that had focus when each dialog opened, nearest first. */
const openers = new WeakMap<Element, readonly Element[]>();

export const setOpeners = (dialog: Element, from: readonly Element[]): void =>
  void openers.set(dialog, from);

/** The focused element and, inside a dialog, its openers, since that dialog may close as another opens. */
export function findOpeners(): readonly Element[] {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) return [];
  const around = activeElement.closest('[role=dialog]');
  return [activeElement, ...(around === null ? [] : (openers.get(around) ?? []))];
}

/** Focuses the first element that is still in the document, otherwise the page. */
export function focusOpener(from: readonly Element[]): void {
  const opener = from.find((element) => element.isConnected);
  if (opener instanceof HTMLElement) opener.focus();
  else toPage();
}
