import { type ReactNode, useState } from "react";
import { cx } from "./cx";
import { Icon } from "./Icon";

/** Of the whole, its line, and what it opens. */
const looks = {
  card: ["", "min-h-14 rounded-card bg-card px-4 font-semibold shadow-soft", "pt-3"],
  answer: [
    "rounded-card bg-card px-4 shadow-soft open:pb-4",
    "min-h-14 py-2 font-semibold text-balance",
    "flex flex-col gap-3",
  ],
  field: [
    "rounded-control border border-line px-4 open:pb-4",
    "min-h-12 font-medium",
    "flex flex-col gap-4",
  ],
  line: ["border-y border-line", "min-h-12 font-semibold", ""],
} as const;

export interface FoldProps {
  title: ReactNode;
  /** Of the title, where it is a heading. */
  level?: 2 | 3;
  /** A card of its own, a question in one with its answer, fields of a form, or a line between others. */
  look?: keyof typeof looks;
  /** Something in it is to be seen: it opens, and closes by hand only. */
  open?: boolean;
  onOpen?: () => void;
  children: ReactNode;
}

/** What is of less use, under one line that opens it. */
export function Fold({ title, level, look = "card", open = false, onOpen, children }: FoldProps) {
  const [shown, setShown] = useState(open);
  if (open && !shown) setShown(true);
  const Title = level ? (`h${level}` as const) : "span";
  const [whole, line, body] = looks[look];
  return (
    <details
      open={shown}
      onToggle={({ currentTarget }) => {
        setShown(currentTarget.open);
        if (currentTarget.open) onOpen?.();
      }}
      className={cx("group", whole)}
    >
      <summary
        className={cx(
          "flex cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden",
          line,
        )}
      >
        <Title>{title}</Title>
        <Icon name="chevron-down" className="text-muted group-open:rotate-180" />
      </summary>
      <div className={body}>{children}</div>
    </details>
  );
}
