import type { ReactNode } from "react";
import { cx } from "./cx";
import { Lattice } from "./Lattice";

const tones = {
  /** For the customer's own content and current orders. The dark theme's background is muted. */
  go: "bg-linear-to-br from-go to-go-strong text-on-go dark:from-go-soft dark:to-card dark:text-ink",
  calm: "bg-go-soft text-ink",
  trouble: "bg-trouble-soft text-ink",
} as const;

export type HeroTone = keyof typeof tones;

export interface HeroProps {
  tone?: HeroTone;
  className?: string | undefined;
  children: ReactNode;
}

/** The most important content of a page, in large letters on its own background; one per page. */
export function Hero({ tone = "go", className, children }: HeroProps) {
  return (
    <div
      className={cx(
        "relative isolate overflow-hidden rounded-card p-5 shadow-soft sm:p-6",
        tones[tone],
        className,
      )}
    >
      <Lattice size={64} fade="start" />
      {children}
    </div>
  );
}
