import type { ReactNode } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon, type IconName } from "./Icon";
import { VisuallyHidden } from "./VisuallyHidden";

export type StepState = "done" | "current" | "todo" | "failed";

export interface TimelineStep {
  id: string;
  title: string;
  /** The time at which the step happened or is promised. */
  time?: string | undefined;
  note?: ReactNode;
  state: StepState;
  /** Replaces the mark of its state. */
  icon?: IconName;
}

export interface TimelineProps {
  label: string;
  steps: readonly TimelineStep[];
  /** The screen reader's name of each state, in place of its mark. */
  stateLabels: Record<StepState, string>;
  className?: string;
}

const marks: Record<StepState, string> = {
  done: "bg-good text-on-good",
  current: "bg-good-soft text-good-text ring-2 ring-good",
  todo: "bg-tint text-muted",
  failed: "bg-trouble text-on-trouble",
};

function icon(step: TimelineStep): IconName {
  if (step.icon) return step.icon;
  if (step.state === "done") return "check";
  return step.state === "failed" ? "close" : "clock";
}

/** The past, current and coming steps of a process. */
export function Timeline({ label, steps, stateLabels, className }: TimelineProps) {
  return (
    <ol aria-label={label} className={className}>
      {steps.map((step, place) => (
        <li
          key={step.id}
          aria-current={step.state === "current" ? "step" : undefined}
          className="relative flex gap-4 pb-6 last:pb-0"
        >
          {place < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={cx(
                "absolute start-[1.0625rem] top-9 bottom-0 w-0.5",
                step.state === "done" ? "bg-good" : "bg-line",
              )}
            />
          )}
          <span
            className={cx(
              "relative flex size-9 shrink-0 items-center justify-center rounded-full",
              marks[step.state],
            )}
          >
            {step.state === "current" && (
              <span
                aria-hidden="true"
                className="absolute inset-0 animate-breathe rounded-full ring-4 ring-good-soft"
              />
            )}
            <Icon name={icon(step)} size={20} />
          </span>
          <div className="min-w-0 flex-1 pt-1">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <p
                className={cx(
                  step.state === "todo" ? "text-muted" : "font-medium",
                  step.state === "failed" && "text-trouble-text",
                )}
              >
                <Isolate>{step.title}</Isolate>
                <VisuallyHidden> ({stateLabels[step.state]})</VisuallyHidden>
              </p>
              {step.time && <p className="text-sm text-muted tabular-nums">{step.time}</p>}
            </div>
            {step.note && (
              <div className="mt-1 text-sm text-muted">
                <Isolate>{step.note}</Isolate>
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
