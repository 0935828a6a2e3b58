import type { ReactNode } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";

const tones = {
  neutral: "bg-tint text-ink",
  good: "bg-good-soft text-good-text",
  offer: "bg-saffron text-on-saffron",
  trouble: "bg-trouble-soft text-trouble-text",
  ink: "bg-ink text-paper",
} as const;

export interface BadgeProps {
  children: ReactNode;
  tone?: keyof typeof tones;
  icon?: IconName;
  className?: string | undefined;
}

/** A word or two about the item it is placed on: an offer, a state. */
export function Badge({ children, tone = "neutral", icon, className }: BadgeProps) {
  return (
    <span
      className={cx(
        "inline-flex max-w-full items-center gap-1 rounded-full px-2.5 py-0.5 text-xs leading-5 font-medium",
        tones[tone],
        className,
      )}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </span>
  );
}
