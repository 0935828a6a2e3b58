import { cx } from "../../ui/cx";

/** "Store – Area", as names of branches are written; what is longer than an area is none. */
const parts = /^(.+)((?: [–—-] |[,،] ).{1,24})$/;

/** In one line: where there is no room the store's name is cut, never the area behind it. */
export function BranchName({ name, className }: { name: string; className?: string }) {
  const [, store = name, area] = parts.exec(name) ?? [];
  return (
    <span className={cx("flex min-w-0 overflow-x-clip", className)}>
      <span className="truncate">{store}</span>
      {area && <span className="shrink-0 whitespace-pre">{area}</span>}
    </span>
  );
}
