import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { createStore, type Store } from "../lib/store";
import { useStore } from "../lib/useStore";
import { cx } from "./cx";

/** Null until the stack is mounted; undefined where there is none and a bar stays in its page. */
type Stack = HTMLElement | null | undefined;

const nowhere = createStore<Stack>(undefined);

/**
 * The stack at the bottom edge that bars are rendered in. It is a store instead of the element
 * itself, because a context that changes during hydration makes React hydrate everything at once.
 */
export const BottomStack = createContext<Store<Stack>>(nowhere);

export const createBottomStack = () => createStore<Stack>(null);

export interface BottomBarProps {
  label: string;
  children: ReactNode;
  /** Only on phones: hidden on wide screens. */
  phoneOnly?: boolean;
  className?: string;
}

/** The page's actions, at the bottom edge in the stack of all bars there. */
export function BottomBar({ label, children, phoneOnly = false, className }: BottomBarProps) {
  const stack = useStore(useContext(BottomStack));
  if (stack === null) return null;
  const bar = (
    <section
      aria-label={label}
      className={cx(
        "border-t border-line bg-card print:hidden",
        stack === undefined && "sticky bottom-0 z-30 pb-[env(safe-area-inset-bottom)] shadow-lift",
        phoneOnly && "md:hidden",
        className,
      )}
    >
      <div className="mx-auto flex min-h-14 w-full max-w-7xl items-center gap-4 px-4 py-1.5 sm:px-6">
        {children}
      </div>
    </section>
  );
  return stack ? createPortal(bar, stack) : bar;
}
