import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Spinner } from "./Spinner";
import { VisuallyHidden } from "./VisuallyHidden";

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  icon?: IconName;
  iconEnd?: IconName;
  /** Shows a spinner and ignores presses, but keeps its place, its width and the focus. */
  loading?: boolean;
  /** The screen reader's text for the loading state, in place of the spinner. */
  loadingLabel?: string | undefined;
}

/** A button labelled with its action. `type` is "button" unless a form sets another. */
export function Button({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  loading = false,
  loadingLabel,
  type = "button",
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (loading) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }
  const iconSize = size === "sm" ? 18 : 20;
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={loading || rest["aria-disabled"]}
      aria-busy={loading || undefined}
      className={cx(buttonLook({ variant, size, wide }), className)}
    >
      {loading ? <Spinner /> : icon && <Icon name={icon} size={iconSize} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={iconSize} />}
      {loading && loadingLabel && <VisuallyHidden role="status">{loadingLabel}</VisuallyHidden>}
    </button>
  );
}
