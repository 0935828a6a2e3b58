import type { ReactNode } from "react";
import { createStore } from "../lib/store";
import type { IconName } from "./Icon";

export interface Toast {
  id: number;
  /** Text in another language than the page's needs an element with its `lang`. */
  text: ReactNode;
  /** A second line below the text. */
  note?: string | null | undefined;
  tone: "neutral" | "success" | "trouble";
  icon?: IconName | undefined;
  /** One action: undo, view. Pressing it also dismisses the toast. */
  action?: { label: ReactNode; onPress: () => void } | undefined;
  /** A link to the toast's subject, on wide screens: phones have it in a bar. */
  link?: { label: string; to: string } | undefined;
  /** Milliseconds; 0 stays until it is dismissed. */
  duration: number;
}

export type ToastOptions = Partial<Omit<Toast, "id">> & { text: ReactNode };

/**
 * The toasts of one app: created once, shown by one ToastRegion, and added from anywhere, also from
 * outside React. Showing the same text again restarts its toast.
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
        // Longer where there is an action to read and press.
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
