import type { ReactNode } from "react";
import { cx } from "./cx";

export interface BottomBarProps {
  label: string;
  children: ReactNode;
  /** Only where thumbs are: gone on wide screens. */
  phoneOnly?: boolean;
  className?: string;
}

/** Stays at the bottom edge, above the phone's own bar. Toasts keep clear of it. */
export function BottomBar({ label, children, phoneOnly = false, className }: BottomBarProps) {
  return (
    <section
      aria-label={label}
      data-bottom-bar=""
      className={cx(
        "sticky bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] shadow-lift print:hidden",
        phoneOnly && "md:hidden",
        className,
      )}
    >
      <div className="mx-auto flex min-h-16 w-full max-w-7xl items-center gap-4 px-4 py-2 sm:px-6">
        {children}
      </div>
    </section>
  );
}
