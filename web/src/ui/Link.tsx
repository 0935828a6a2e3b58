import type { ComponentProps } from "react";
import { addressOf, useLinkBase } from "../lib/links";
import { cx } from "./cx";

const looks = {
  /** Looks like its content: a card's picture, a logo. */
  plain: "text-inherit no-underline",
  /** A link in running text or on its own line. */
  text: "text-go-text underline decoration-1 underline-offset-4 hover:decoration-2",
  /** Underlined on hover only: headings, footers. */
  quiet: "text-inherit no-underline hover:underline hover:underline-offset-4",
  /** Stretches over the nearest positioned parent, so a whole card can be pressed. */
  cover: "text-inherit no-underline after:absolute after:inset-0 after:rounded-[inherit]",
} as const;

export interface LinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** A path of the shop, or a full address (https:, tel:, mailto:), or #an-anchor. */
  to: string;
  look?: keyof typeof looks;
  /** Opens in another tab; announce that in the link's text or in an aria-label. */
  newTab?: boolean;
  /** Loads the page from the server, for files and for leaving the shop's own pages. */
  reload?: boolean;
  /** Replaces the current history entry, for filters and sort orders. */
  replace?: boolean;
  /** Keeps the scroll position. */
  keepScroll?: boolean;
}

const outside = /^([a-z][a-z0-9+.-]*:|\/\/|#)/i;

/**
 * A link with a real address: inside the shop it is followed without a page load, elsewhere it is an
 * ordinary link.
 */
export function Link({
  to,
  look = "text",
  newTab = false,
  reload = false,
  replace = false,
  keepScroll = false,
  className,
  ...rest
}: LinkProps) {
  const base = useLinkBase();
  const classes = cx(looks[look], className);
  const tab = newTab ? { target: "_blank", rel: "noopener" } : {};
  if (base === null || outside.test(to)) {
    return <a {...tab} {...rest} href={to} className={classes} />;
  }
  const followed = reload || newTab ? undefined : keepScroll ? "keep" : "";
  return (
    <a
      {...tab}
      {...rest}
      href={addressOf(base, to)}
      data-shop={followed}
      data-replace={replace || undefined}
      className={classes}
    />
  );
}
