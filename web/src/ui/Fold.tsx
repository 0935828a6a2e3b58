import type { ReactNode } from "react";
import { Icon } from "./Icon";

/** What is of less use, under one line that opens it. */
export function Fold({
  title,
  open = false,
  children,
}: {
  title: ReactNode;
  open?: boolean;
  children: ReactNode;
}) {
  return (
    <details className="group" open={open}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 rounded-card bg-card px-4 shadow-soft [&::-webkit-details-marker]:hidden">
        <h2 className="font-semibold">{title}</h2>
        <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}
