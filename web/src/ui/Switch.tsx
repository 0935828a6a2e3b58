import { type ComponentProps, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";

export interface SwitchProps
  extends Omit<ComponentProps<"input">, "id" | "type" | "role" | "onChange" | "checked"> {
  label: string;
  labelHidden?: boolean;
  hint?: string | undefined;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** An on/off switch that takes effect immediately, without a save button. */
export function Switch({
  label,
  labelHidden = false,
  hint,
  checked,
  onCheckedChange,
  className,
  ...rest
}: SwitchProps) {
  const id = useId();
  return (
    <div className={cx("flex min-h-11 items-center justify-between gap-4", className)}>
      <span className={labelHidden ? "sr-only" : "min-w-0"}>
        <label htmlFor={id} className="cursor-pointer font-medium">
          <Isolate>{label}</Isolate>
        </label>
        {hint && (
          <span id={`${id}-hint`} className="block text-sm text-muted">
            {hint}
          </span>
        )}
      </span>
      <span className="relative inline-flex h-11 shrink-0 items-center">
        <input
          {...rest}
          id={id}
          type="checkbox"
          role="switch"
          checked={checked}
          aria-checked={checked}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onCheckedChange(event.target.checked)}
          className="peer h-7 w-12 cursor-pointer appearance-none rounded-full border-2 border-control bg-card transition-colors checked:border-go checked:bg-go disabled:opacity-60 forced-colors:appearance-auto"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute start-1.5 size-4 rounded-full bg-control transition-transform peer-checked:translate-x-5 peer-checked:bg-on-go rtl:peer-checked:-translate-x-5 forced-colors:hidden"
        />
      </span>
    </div>
  );
}
