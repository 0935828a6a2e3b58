/** The dialogs that stand, the upper one last. */
let opened: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]) {
  opened = next;
  document.documentElement.toggleAttribute("data-modal", next.length > 0);
  for (const listener of listeners) listener();
}

/** A dialog that stands from now on; answers how it goes. */
export function stand(dialog: HTMLElement): () => void {
  set([...opened, dialog]);
  return () => set(opened.filter((one) => one !== dialog));
}

/** The upper dialog: nothing outside it can be seen well, pressed or read aloud. */
export const topDialog = {
  get: (): HTMLElement | null => opened.at(-1) ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
