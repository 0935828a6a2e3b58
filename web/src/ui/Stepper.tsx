import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { buttonLook } from "./buttonLook";
import { cx } from "./cx";
import { Icon } from "./Icon";

export interface StepperLabels {
  /** The label of the button while the quantity is 0: "Add". */
  add: string;
  /** The screen reader's label with the item's name: "Add red apples". Begins with `add`. */
  addThing: string;
  /** The label of the group of − and +: "Quantity of red apples". */
  quantity: string;
  more: string;
  less: string;
  /** Replaces `less` if the next press removes the item. */
  remove: string;
}

export interface StepperProps {
  /** 0 shows the button, anything else the stepper, in the same place and size. */
  value: number;
  onChange: (next: number) => void;
  /** The minimum quantity: pressing the button adds that many, one less removes the item. */
  min?: number;
  max?: number;
  step?: number;
  labels: StepperLabels;
  /** Formats a quantity with its unit. */
  format?: (value: number) => string;
  /** Shown when + is pressed at the maximum; in a corner, which has no room, for screen readers only. */
  atMax?: string | undefined;
  size?: "sm" | "md";
  /** The button is the primary action of this screen. */
  primary?: boolean;
  wide?: boolean;
  /** In the corner of a card: a round plus that expands into the stepper. */
  corner?: boolean;
  /** The minimum stays: the item is removed by other means than counting down. */
  keepsMin?: boolean;
  disabled?: boolean;
}

/**
 * Adds an item, then changes its quantity. It responds immediately; the server's result arrives as a
 * new `value`.
 */
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
  const focused = useRef(false);
  const [said, setSaid] = useState("");
  const none = value <= 0;

  // The focus moves to what replaces the focused button: after a press, and after the server refused
  // an addition, before a dialog about the refusal remembers where the focus was.
  useLayoutEffect(() => {
    const lost = focused.current && document.activeElement === document.body;
    if (!pressed.current && !lost) return;
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
    // Arrow keys only count; removing the last one needs the button itself.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: only notes that a button inside has the focus.
    <div
      ref={root}
      onFocus={() => {
        focused.current = true;
      }}
      // React reports no blur of a button that it removes.
      onBlur={() => {
        focused.current = false;
      }}
      className={wide ? "w-full" : "inline-block"}
    >
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
