import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Link } from "./Link";
import { type Tint, tintGround } from "./tint";

export interface TileProps {
  to: string;
  title: string;
  /** A line under the title. */
  text?: string | undefined;
  /** A Picture with tint="none" and an empty alt, or an Icon. */
  picture?: ReactNode;
  tint?: Tint;
  selected?: boolean;
  className?: string;
}

/** A link as a tinted tile with a picture and a name. */
export function Tile({
  to,
  title,
  text,
  picture,
  tint = "neutral",
  selected = false,
  className,
}: TileProps) {
  return (
    <Link
      to={to}
      look="plain"
      aria-current={selected ? "true" : undefined}
      className={cx(
        "flex min-h-11 flex-col items-center gap-3 rounded-card px-1 py-3 text-center text-ink transition-[filter,box-shadow] duration-150 hover:brightness-[0.98] dark:hover:brightness-110",
        selected && "ring-2 ring-go",
        tintGround[tint],
        className,
      )}
    >
      {picture}
      <span className="min-w-0">
        <span className="block font-medium leading-snug">
          <Isolate>{title}</Isolate>
        </span>
        {text && (
          <span className="mt-0.5 block text-sm text-muted">
            <Isolate>{text}</Isolate>
          </span>
        )}
      </span>
    </Link>
  );
}
