import { cx } from "../../ui/cx";

/** In one line: where there is no room the store's name is cut, never the area behind its dash. */
export function BranchName({ name, className }: { name: string; className?: string }) {
  const at = Math.max(name.lastIndexOf(" – "), name.lastIndexOf(" - "));
  return (
    <span className={cx("flex min-w-0 overflow-hidden", className)}>
      <span className="truncate">{at < 0 ? name : name.slice(0, at)}</span>
      {at >= 0 && <span className="shrink-0 whitespace-pre">{name.slice(at)}</span>}
    </span>
  );
}
