import type { ComponentProps } from "react";
import { cx } from "./cx";

const paddings = { none: "", sm: "p-3", md: "p-4 sm:p-5", lg: "p-5 sm:p-8" } as const;

export interface CardProps extends ComponentProps<"div"> {
  as?: "div" | "section" | "article" | "li" | "aside";
  padding?: keyof typeof paddings;
  /** Lifts a little on hover; for a card that contains a link with look="cover". */
  pressable?: boolean;
}

/** A card: content on its own raised background. */
export function Card({
  as = "div",
  padding = "md",
  pressable = false,
  className,
  ...rest
}: CardProps) {
  const Element = as as "div";
  return (
    <Element
      {...rest}
      className={cx(
        "relative rounded-card bg-card shadow-soft",
        paddings[padding],
        pressable && "transition-shadow duration-150 hover:shadow-lift",
        className,
      )}
    />
  );
}
