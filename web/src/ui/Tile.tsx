import type { ReactNode } from "react";
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
  /** Picture over name, or a tile of one shape whose picture fills what the name leaves. */
  layout?: "stack" | "fill";
  className?: string;
}

/** A tinted ground with a picture and a name that leads somewhere. */
export function Tile({
  to,
  title,
  text,
  picture,
  tint = "neutral",
  selected = false,
  layout = "stack",
  className,
}: TileProps) {
  return (
    <Link
      to={to}
      look="plain"
      aria-current={selected ? "true" : undefined}
      className={cx(
        "flex min-h-11 flex-col items-center rounded-card px-1 text-center text-ink transition-[filter,box-shadow] duration-150 hover:brightness-[0.98] dark:hover:brightness-110",
        layout === "stack" ? "gap-3 py-3" : "aspect-[6/7] pt-2",
        selected && "ring-2 ring-go",
        tintGround[tint],
        className,
      )}
    >
      {layout === "stack" && picture}
      <span className="min-w-0">
        <span className="block font-medium leading-snug">{title}</span>
        {text && <span className="mt-0.5 block text-sm text-muted">{text}</span>}
      </span>
      {layout === "fill" && picture}
    </Link>
  );
}
