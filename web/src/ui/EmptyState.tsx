import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { Icon, type IconName } from "./Icon";
import { Lattice } from "./Lattice";

export interface EmptyStateProps {
  /** Drawn in a tile unless `picture` is given. */
  icon?: IconName;
  picture?: ReactNode;
  /** One sentence. */
  title: string;
  text?: string | undefined;
  /** One Button or ButtonLink. */
  action?: ReactNode;
  /** The heading level in the page. */
  level?: 1 | 2 | 3;
}

/** An empty state: a picture, one sentence, one action. */
export function EmptyState({
  icon = "bag",
  picture,
  title,
  text,
  action,
  level = 2,
}: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-12 text-center">
      {picture ?? (
        <span className="relative isolate flex size-28 items-center justify-center overflow-hidden rounded-full bg-tint text-go-text">
          <Lattice size={32} />
          <Icon name={icon} size={48} />
        </span>
      )}
      <Heading className="text-xl font-semibold text-balance">
        <Isolate>{title}</Isolate>
      </Heading>
      {text && (
        <p className="text-muted text-pretty">
          <Isolate>{text}</Isolate>
        </p>
      )}
      {action}
    </div>
  );
}
