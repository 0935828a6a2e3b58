import type { ComponentProps } from "react";

/** Heard but not seen. */
export function VisuallyHidden(props: Omit<ComponentProps<"span">, "className">) {
  return <span {...props} className="sr-only" />;
}
