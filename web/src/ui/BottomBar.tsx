import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { createStore, type Store } from "../lib/store";
import { useStore } from "../lib/useStore";
import { cx } from "./cx";

/** Null until it stands, undefined where there is none and a bar stays with its page. */
type Stack = HTMLElement | null | undefined;

const nowhere = createStore<Stack>(undefined);

/**
 * The stack at the bottom edge that bars are drawn in. A store, not the element: a context that
 * changes while the page comes to life makes React bring all of it to life at once.
 */
export const BottomStack = createContext<Store<Stack>>(nowhere);

export const createBottomStack = () => createStore<Stack>(null);

export interface BottomBarProps {
  label: string;
  children: ReactNode;
  /** Only where thumbs are: gone on wide screens. */
  phoneOnly?: boolean;
  className?: string;
}

/** What can be done on this page, at the bottom edge in the stack of all that lies there. */
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
