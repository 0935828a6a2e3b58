import { type ReactNode, useState } from "react";
import { Icon } from "./Icon";

/** Fields that may be left out, under one line that opens them. */
export function FieldFold({
  title,
  open,
  onOpen,
  children,
}: {
  title: ReactNode;
  /** Something in it is to be seen: it opens, and closes by hand only. */
  open: boolean;
  onOpen?: () => void;
  children: ReactNode;
}) {
  const [shown, setShown] = useState(open);
  if (open && !shown) setShown(true);
  return (
    <details
      open={shown}
      onToggle={(event) => {
        setShown(event.currentTarget.open);
        if (event.currentTarget.open) onOpen?.();
      }}
      className="group rounded-control border border-line px-4 open:pb-4"
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-3 font-medium [&::-webkit-details-marker]:hidden">
        <span>{title}</span>
        <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4">{children}</div>
    </details>
  );
}
