import type { ReactNode } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

/** Skeletons in the layout of the coming content, and one sentence for screen readers. */
export function SkeletonGroup({
  label,
  children,
  className,
}: {
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div aria-busy="true" className={className}>
      <VisuallyHidden role="status">{label}</VisuallyHidden>
      {children}
    </div>
  );
}
