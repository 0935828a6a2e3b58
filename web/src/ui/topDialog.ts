/** The dialogs that stand, the upper one last. */
let standing: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

function set(next: readonly HTMLElement[]) {
  standing = next;
  for (const listener of listeners) listener();
}

/** A dialog that stands from now on; answers how it goes. */
export function stand(dialog: HTMLElement): () => void {
  set([...standing, dialog]);
  return () => set(standing.filter((one) => one !== dialog));
}

/** The upper dialog: nothing outside it can be seen well, pressed or read aloud. */
export const topDialog = {
  get: (): HTMLElement | null => standing.at(-1) ?? null,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};
