import type { ReactNode } from "react";
import { createStore } from "../lib/store";
import type { IconName } from "./Icon";

export interface Toast {
  id: number;
  /** Words of another language than the page's say so: an element with its `lang`. */
  text: ReactNode;
  /** A line below it. */
  note?: string | null | undefined;
  tone: "neutral" | "success" | "trouble";
  icon?: IconName | undefined;
  /** One thing to do about it: undo, look. Pressing it also puts the toast away. */
  action?: { label: ReactNode; onPress: () => void } | undefined;
  /** The way to what it tells of, on wide screens: phones have it in a bar. */
  link?: { label: string; to: string } | undefined;
  /** Milliseconds; 0 stays until it is put away. */
  duration: number;
}

export type ToastOptions = Partial<Omit<Toast, "id">> & { text: ReactNode };

/**
 * The toasts of one app: made once, shown by one ToastRegion, filled from anywhere, also from
 * outside React. The same text twice is one toast that starts anew.
 */
export function createToasts() {
  const store = createStore<readonly Toast[]>([]);
  let last = 0;
  return {
    ...store,
    show(options: ToastOptions): number {
      last += 1;
      const toast: Toast = {
        tone: "neutral",
        // Longer where there is something to read and press.
        duration: options.action ? 7_000 : 5_000,
        ...options,
        id: last,
      };
      store.set((now) => [...now.filter((one) => one.text !== toast.text), toast].slice(-3));
      return toast.id;
    },
    dismiss(id: number) {
      store.set((now) => now.filter((one) => one.id !== id));
    },
    clear() {
      store.set([]);
    },
  };
}

export type Toasts = ReturnType<typeof createToasts>;
