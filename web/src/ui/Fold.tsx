import { type ReactNode, useRef } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon } from "./Icon";

export interface FoldProps {
  title: ReactNode;
  /** The title's element, where it is a heading. */
  as?: "h2" | "h3" | "span";
  /**
   * Shows one box with a border, for fields of a form or a question and its answer. Otherwise the
   * content has its own cards.
   */
  boxed?: boolean;
  /** Opens the fold because something inside must be seen; then only the user closes it. */
  open?: boolean;
  onToggle?: () => void;
  children: ReactNode;
}

/** Less important content, collapsed under one line that opens it. */
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
      // Keeps the current state, however it was reached: a fold opened by the user is closed only
      // by the user.
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
