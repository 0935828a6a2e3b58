/** The open dialogs, the topmost last. */
let opened: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]) {
  opened = next;
  document.documentElement.toggleAttribute("data-modal", next.length > 0);
  for (const listener of listeners) listener();
}

/** Registers an open dialog; returns a function that removes it. */
export function stand(dialog: HTMLElement): () => void {
  set([...opened, dialog]);
  return () => set(opened.filter((one) => one !== dialog));
}

/** The topmost dialog: everything outside it is inert. */
export const topDialog = {
  get: (): HTMLElement | null => opened.at(-1) ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
