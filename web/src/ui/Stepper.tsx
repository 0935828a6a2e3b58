import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { buttonLook } from "./buttonLook";
import { cx } from "./cx";
import { Icon } from "./Icon";

export interface StepperLabels {
  /** The button while there is none: "Add". */
  add: string;
  /** The same for the ear, with the thing's name: "Add red apples". Begins with `add`. */
  addThing: string;
  /** The group of − and +: "Quantity of red apples". */
  quantity: string;
  more: string;
  less: string;
  /** In place of `less` where one less means none. */
  remove: string;
}

export interface StepperProps {
  /** 0 shows the button, anything else the steps, in the same place and size. */
  value: number;
  onChange: (next: number) => void;
  /** Fewest that can be had; pressing the button takes that many, one less takes it away. */
  min?: number;
  max?: number;
  step?: number;
  labels: StepperLabels;
  /** How a quantity is written, with its figures and unit. */
  format?: (value: number) => string;
  /** Shown when + is pressed at the most that can be had; in a corner, which has no room, for the ear alone. */
  atMax?: string | undefined;
  size?: "sm" | "md";
  /** The button is the one thing to do on this screen. */
  primary?: boolean;
  wide?: boolean;
  /** In the corner of a card: a round plus that unfolds into the steps. */
  corner?: boolean;
  /** The fewest stay: it is left by other means than counting down. */
  keepsMin?: boolean;
  disabled?: boolean;
}

/** Adds a thing, then counts it. Answers at once; what the server thinks of it comes by `value`. */
export function Stepper({
  value,
  onChange,
  min = 1,
  max = Number.POSITIVE_INFINITY,
  step = 1,
  labels,
  format = String,
  atMax,
  size = "sm",
  primary = false,
  wide = false,
  corner = false,
  keepsMin = false,
  disabled = false,
}: StepperProps) {
  const root = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const [said, setSaid] = useState("");
  const none = value <= 0;

  // The button under the finger changes: the focus goes to the one in its place.
  useEffect(() => {
    if (!pressed.current) return;
    pressed.current = false;
    root.current?.querySelector<HTMLElement>(none ? "[data-add]" : "[data-more]")?.focus();
  }, [none]);

  function take(next: number) {
    if (disabled) return;
    if (next > max) {
      setSaid(atMax ?? "");
      return;
    }
    if (keepsMin && next < min) return;
    const wanted = next < min ? 0 : next;
    pressed.current = wanted === 0 || none;
    setSaid(format(wanted));
    onChange(wanted);
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowUp: step, "+": step, ArrowDown: -step, "-": -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    // Arrows count; only the button itself takes the last one away.
    if (value + by >= min) take(value + by);
  }

  const height = size === "sm" ? "h-11" : "h-12";
  const side = cx(
    "inline-flex aspect-square items-center justify-center text-go-text",
    corner ? "rounded-full" : "rounded-control",
    "transition-transform active:scale-90 aria-disabled:text-muted aria-disabled:active:scale-100",
    height,
  );
  const least = value - step < min;
  const last = least && !keepsMin;
  const full = value + step > max;
  return (
    <div ref={root} className={wide ? "w-full" : "inline-block"}>
      {none ? (
        <button
          type="button"
          data-add=""
          disabled={disabled}
          aria-label={labels.addThing}
          onClick={() => take(min)}
          className={
            corner
              ? "flex size-11 items-center justify-center rounded-full border border-line bg-card text-go-text shadow-soft dark:border-control transition-[background-color,transform] duration-150 hover:bg-go-soft active:scale-90 disabled:text-muted"
              : cx(
                  buttonLook({ variant: primary ? "primary" : "soft", size, wide }),
                  !wide && (size === "sm" ? "w-32" : "w-40"),
                )
          }
        >
          <Icon name="plus" size={corner ? 24 : 18} />
          {!corner && labels.add}
        </button>
      ) : (
        <fieldset
          onKeyDown={onKeyDown}
          className={cx(
            "flex items-center justify-between",
            corner
              ? // Only what is added here unfolds: what was in the cart before stands still.
                cx(
                  "w-fit min-w-32 origin-right rtl:origin-left rounded-full border border-line bg-card shadow-soft",
                  pressed.current && "animate-unfold",
                )
              : "rounded-control bg-go-soft",
            height,
            !corner && (wide ? "w-full" : size === "sm" ? "w-fit min-w-32" : "w-fit min-w-40"),
          )}
        >
          <legend className="sr-only">{labels.quantity}</legend>
          <button
            type="button"
            aria-label={last ? labels.remove : labels.less}
            aria-disabled={(least && keepsMin) || undefined}
            disabled={disabled}
            onClick={() => take(value - step)}
            className={side}
          >
            <Icon name={last ? "trash" : "minus"} size={20} />
          </button>
          <span
            className="text-center font-semibold whitespace-nowrap tabular-nums"
            aria-hidden="true"
          >
            {format(value)}
          </span>
          <button
            type="button"
            data-more=""
            aria-label={labels.more}
            aria-disabled={full}
            disabled={disabled}
            onClick={() => take(value + step)}
            className={side}
          >
            <Icon name="plus" size={20} />
          </button>
        </fieldset>
      )}
      <p
        role="status"
        className={
          said !== "" && said === atMax && value + step > max && !corner
            ? "mt-1 max-w-40 text-xs text-muted text-pretty"
            : "sr-only"
        }
      >
        {said}
      </p>
    </div>
  );
}
