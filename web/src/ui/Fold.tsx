import { type ReactNode, useRef } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon } from "./Icon";

export interface FoldProps {
  title: ReactNode;
  /** Of the title, where it is a heading. */
  as?: "h2" | "h3" | "span";
  /** One box with its line: fields of a form, a question and its answer. Else what opens has cards of its own. */
  boxed?: boolean;
  /** Something in it is to be seen: it opens, and closes by hand only. */
  open?: boolean;
  onToggle?: () => void;
  children: ReactNode;
}

/** What is of less use, under one line that opens it. */
export function Fold({
  title,
  as: Title = "span",
  boxed,
  open = false,
  onToggle,
  children,
}: FoldProps) {
  const box = useRef<HTMLDetailsElement>(null);
  return (
    <details
      ref={box}
      // As it stands, however it came to: what was opened by hand is closed by hand only.
      open={open || box.current?.open}
      onToggle={onToggle}
      className={cx("group", boxed && "rounded-card border border-line bg-card px-4 open:pb-4")}
    >
      <summary
        className={cx(
          "flex min-h-14 items-center justify-between gap-3 py-2 font-semibold",
          !boxed && "rounded-card bg-card px-4 shadow-soft",
        )}
      >
        <Title>
          <Isolate>{title}</Isolate>
        </Title>
        <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
      </summary>
      <div className="flex flex-col gap-4 pt-3">{children}</div>
    </details>
  );
}
