import { type ButtonLook, buttonLook } from "./buttonLook";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { Link, type LinkProps } from "./Link";

export interface ButtonLinkProps extends Omit<LinkProps, "look">, ButtonLook {
  icon?: IconName;
  iconEnd?: IconName;
}

/** A link that looks like a button, for a primary action that leads to another page. */
export function ButtonLink({
  variant,
  size,
  wide,
  icon,
  iconEnd,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  const iconSize = size === "sm" ? 18 : 20;
  return (
    <Link {...rest} look="plain" className={cx(buttonLook({ variant, size, wide }), className)}>
      {icon && <Icon name={icon} size={iconSize} />}
      {children}
      {iconEnd && <Icon name={iconEnd} size={iconSize} />}
    </Link>
  );
}
