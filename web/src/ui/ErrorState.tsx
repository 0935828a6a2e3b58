import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { Button } from "./Button";
import { Icon, type IconName } from "./Icon";

export interface ErrorStateProps {
  icon?: IconName;
  /** The failure in one sentence. */
  title: string;
  /** The reason, or what to do about it. */
  text?: string | undefined;
  /** Advice on what to do about it, below the reason. */
  hint?: string | undefined;
  retryLabel?: string | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  /** Another way out, such as a link home. */
  action?: ReactNode;
  /** The request's number, to give to customer service. */
  reference?: string | undefined;
  level?: 1 | 2 | 3;
}

/** A failed load: what happened, what to do, and a retry button. */
export function ErrorState({
  icon = "alert",
  title,
  text,
  hint,
  retryLabel,
  onRetry,
  retrying = false,
  action,
  reference,
  level = 2,
}: ErrorStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div
      role="alert"
      className="mx-auto flex max-w-md flex-col items-center gap-4 px-4 py-12 text-center"
    >
      <span className="flex size-20 items-center justify-center rounded-full bg-trouble-soft text-trouble-text">
        <Icon name={icon} size={32} />
      </span>
      <Heading className="text-xl font-semibold text-balance">
        <Isolate>{title}</Isolate>
      </Heading>
      {text && (
        <p className="text-muted text-pretty">
          <Isolate>{text}</Isolate>
        </p>
      )}
      {hint && <p className="text-muted text-pretty">{hint}</p>}
      {onRetry && retryLabel && (
        <Button variant="primary" icon="refresh" loading={retrying} onClick={onRetry}>
          {retryLabel}
        </Button>
      )}
      {action}
      {reference && (
        <p className="text-sm text-muted">
          <bdi>{reference}</bdi>
        </p>
      )}
    </div>
  );
}
