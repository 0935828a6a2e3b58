import type { IconName } from "./Icon";

export interface Toast {
  id: number;
  text: string;
  tone: "neutral" | "success" | "trouble";
  icon?: IconName | undefined;
  /** One thing to do about it: undo, look. Pressing it also puts the toast away. */
  action?: { label: string; onPress: () => void } | undefined;
  /** Milliseconds; 0 stays until it is put away. */
  duration: number;
}

export type ToastOptions = Partial<Omit<Toast, "id">> & { text: string };

/** Before the first, on the server too. */
export const noToasts: readonly Toast[] = [];

/**
 * The toasts of one app: made once, shown by one ToastRegion, filled from anywhere, also from
 * outside React. The same text twice is one toast that starts anew.
 */
export function createToasts() {
  let list = noToasts;
  let last = 0;
  const listeners = new Set<() => void>();
  function set(next: readonly Toast[]) {
    list = next;
    for (const listener of listeners) listener();
  }
  return {
    show(options: ToastOptions): number {
      last += 1;
      const toast: Toast = {
        tone: "neutral",
        // Longer where there is something to read and press.
        duration: options.action ? 7_000 : 5_000,
        ...options,
        id: last,
      };
      set([...list.filter((one) => one.text !== toast.text), toast].slice(-3));
      return toast.id;
    },
    dismiss(id: number) {
      set(list.filter((one) => one.id !== id));
    },
    clear() {
      set([]);
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    get: () => list,
  };
}

export type Toasts = ReturnType<typeof createToasts>;
