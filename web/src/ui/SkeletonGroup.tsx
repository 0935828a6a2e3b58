import type { ReactNode } from "react";
import { VisuallyHidden } from "./VisuallyHidden";

/** Skeletons laid out like what they stand for, and one sentence for those who cannot see them. */
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
