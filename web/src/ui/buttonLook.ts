import { cx } from "./cx";

const variants = {
  /** The primary action of a screen. */
  primary: "bg-go text-on-go shadow-soft hover:bg-go-strong",
  /** Every other button. */
  quiet: "border border-line bg-card text-ink hover:border-control hover:bg-tint",
  /** A secondary action inside a card, or next to a primary one elsewhere. */
  soft: "bg-go-soft text-go-text hover:brightness-95 dark:hover:brightness-110",
  /** An action that cannot be undone. */
  danger: "bg-trouble text-on-trouble hover:bg-trouble-strong",
  /** Looks like text, behaves like a button. */
  plain: "text-go-text hover:bg-go-soft",
} as const;

const sizes = {
  sm: "min-h-11 px-3.5 text-sm gap-1.5",
  md: "min-h-12 px-5 text-base gap-2",
  lg: "min-h-14 px-6 text-lg gap-2.5",
} as const;

export interface ButtonLook {
  variant?: keyof typeof variants;
  size?: keyof typeof sizes;
  /** As wide as its container. */
  wide?: boolean;
}

/** The classes that buttons and links that look like buttons share. */
export function buttonLook({ variant = "quiet", size = "md", wide = false }: ButtonLook): string {
  return cx(
    "inline-flex select-none items-center justify-center rounded-control text-center font-medium no-underline",
    "transition-[background-color,border-color,transform,filter] duration-150 active:scale-[0.98]",
    "disabled:pointer-events-none disabled:border-transparent disabled:bg-tint disabled:text-muted disabled:shadow-none",
    "aria-disabled:cursor-default aria-disabled:active:scale-100",
    variants[variant],
    sizes[size],
    wide && "w-full",
  );
}
