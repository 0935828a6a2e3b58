import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";
import { cx } from "./cx";

/**
 * The stack at the bottom edge that bars are drawn in: null until it stands, undefined where there
 * is none and a bar stays with its page.
 */
export const BottomStack = createContext<HTMLElement | null | undefined>(undefined);

export interface BottomBarProps {
  label: string;
  children: ReactNode;
  /** Only where thumbs are: gone on wide screens. */
  phoneOnly?: boolean;
  className?: string;
}

/** What can be done on this page, at the bottom edge in the stack of all that lies there. */
export function BottomBar({ label, children, phoneOnly = false, className }: BottomBarProps) {
  const stack = useContext(BottomStack);
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
