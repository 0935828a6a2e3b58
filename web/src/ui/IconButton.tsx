import type { ComponentProps } from "react";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Spinner } from "./Spinner";

const looks = {
  plain: "text-ink hover:bg-tint",
  card: "border border-line bg-card text-ink shadow-soft hover:bg-tint",
  primary: "bg-go text-on-go hover:bg-go-strong",
} as const;

export interface IconButtonProps extends Omit<ComponentProps<"button">, "aria-label" | "children"> {
  icon: IconName;
  /** Says what it does: there is no text to read. */
  label: string;
  look?: keyof typeof looks;
  /** For switches such as a heart: chosen or not. Left out, it is an ordinary button. */
  pressed?: boolean;
  loading?: boolean;
  /** A small number at the corner. Name it in the label too. */
  badge?: string | undefined;
}

/** A round button with a picture of what it does, 44 px at least. */
export function IconButton({
  icon,
  label,
  look = "plain",
  pressed,
  loading = false,
  badge,
  type = "button",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      aria-busy={loading || undefined}
      className={cx(
        "inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-[background-color,transform] duration-150 active:scale-95",
        "disabled:pointer-events-none disabled:text-muted disabled:opacity-60",
        looks[look],
        pressed && "text-trouble-text",
        className,
      )}
    >
      {/* The corner is this span's, so that the caller may place the button itself. */}
      <span className="relative flex">
        {loading ? <Spinner /> : <Icon name={icon} size={24} filled={pressed ?? false} />}
        {badge && (
          <span
            aria-hidden="true"
            className="absolute -end-2 -top-2 min-w-5 rounded-full bg-go px-1 text-center text-xs leading-5 font-semibold text-on-go ring-2 ring-paper"
          >
            {badge}
          </span>
        )}
      </span>
    </button>
  );
}
