import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonLook } from "./buttonLook";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Spinner } from "./Spinner";
import { VisuallyHidden } from "./VisuallyHidden";

export interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  icon?: IconName;
  iconEnd?: IconName;
  /** Shows a ring and ignores presses, but keeps its place, its width and the focus. */
  loading?: boolean;
  /** What is happening while loading, for those who cannot see the ring. */
  loadingLabel?: string | undefined;
}

/** A button that says what it does. `type` is "button" unless a form says otherwise. */
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
