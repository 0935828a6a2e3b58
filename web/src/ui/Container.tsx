import type { ComponentProps } from "react";
import { cx } from "./cx";

const widths = { narrow: "max-w-xl", text: "max-w-3xl", wide: "max-w-7xl" } as const;

/** Limits content to the page's width and adds its margins. */
export function Container({
  width = "wide",
  className,
  ...rest
}: ComponentProps<"div"> & { width?: keyof typeof widths }) {
  return <div {...rest} className={cx("mx-auto w-full px-4 sm:px-6", widths[width], className)} />;
}
