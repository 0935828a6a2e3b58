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
  /** The label for screen readers, because the button has no text. */
  label: string;
  look?: keyof typeof looks;
  /** Whether a toggle such as a heart is on; omitted for an ordinary button. */
  pressed?: boolean;
  loading?: boolean;
  /** A small number at the corner; the label must include it. */
  badge?: string | undefined;
}

/** A round button with an icon, at least 44 px wide and high. */
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
      {/* The badge is positioned within this span, so that the caller can position the button
          itself. */}
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
