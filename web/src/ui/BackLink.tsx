import type { ReactNode } from "react";
import { Icon } from "./Icon";
import { Link } from "./Link";

/** A link back from one item to its list. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      look="quiet"
      className="inline-flex min-h-11 items-center gap-1.5 self-start text-muted"
    >
      <Icon name="chevron-start" />
      {children}
    </Link>
  );
}
