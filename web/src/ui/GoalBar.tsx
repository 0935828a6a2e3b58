import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon } from "./Icon";
import { ProgressBar } from "./ProgressBar";
import { useMoment } from "./useMoment";

export interface GoalBarProps {
  label: string;
  /** The missing amount, or that the goal is reached: shown next to the bar and read with it. */
  text: string;
  value: number;
  goal: number;
  className?: string;
}

/** Progress towards a goal, such as a minimum order, with the missing amount. */
export function GoalBar({ label, text, value, goal, className }: GoalBarProps) {
  const reached = value >= goal;
  const now = useMoment(reached, (before) => !before, 600);
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <p
        className={cx(
          "flex items-center gap-1.5 text-sm font-medium",
          reached ? "text-good-text" : "text-ink",
        )}
      >
        {reached && <Icon name="check" size={18} className={now ? "animate-pop" : undefined} />}
        <Isolate>{text}</Isolate>
      </p>
      <ProgressBar
        label={label}
        value={value}
        max={goal}
        valueText={text}
        tone={reached ? "go" : "saffron"}
      />
    </div>
  );
}
