import { type ComponentProps, useState } from "react";
import { cx } from "./cx";
import { digitsOnly } from "./digits";
import { Field, type FieldProps } from "./Field";

export interface CodeInputProps
  extends FieldProps,
    Omit<
      ComponentProps<"input">,
      keyof FieldProps | "id" | "onChange" | "children" | "value" | "type"
    > {
  length?: number;
  /** The digits typed so far, as 0-9 whatever numerals were typed or pasted. */
  value: string;
  onValueChange: (value: string) => void;
  /** Called once each time the last digit is entered, to submit the code. */
  onComplete: (code: string) => void;
  /** Formats one digit. */
  format?: (figure: string) => string;
}

/**
 * A field for a code from a message. It is a single input, so that phones suggest the code above their
 * keyboard and pasting works. The boxes are only drawn under it.
 */
export function CodeInput({
  label,
  labelHidden,
  hint,
  error,
  required,
  optionalLabel,
  className,
  length = 4,
  value,
  onValueChange,
  onComplete,
  format = String,
  ...rest
}: CodeInputProps) {
  const [focused, setFocused] = useState(false);
  function type(text: string) {
    const code = digitsOnly(text).slice(0, length);
    if (code === value) return;
    onValueChange(code);
    if (code.length === length) onComplete(code);
  }
  const boxes = Array.from({ length }, (_, place) => ({
    id: `box-${place}`,
    figure: value[place],
    next: focused && place === Math.min(value.length, length - 1),
  }));
  return (
    <Field
      {...{ label, labelHidden, hint, error, required, optionalLabel }}
      className={cx("items-center", className)}
    >
      {(control) => (
        <span dir="ltr" className="relative flex w-fit gap-3">
          {boxes.map((box) => (
            <span
              key={box.id}
              aria-hidden="true"
              className={cx(
                "flex size-14 items-center justify-center rounded-control border bg-card text-2xl font-semibold tabular-nums transition-[border-color]",
                error ? "border-2 border-trouble" : "border-control",
                box.next && "outline-3 outline-offset-2 outline-go",
              )}
            >
              {box.figure && format(box.figure)}
            </span>
          ))}
          <input
            {...rest}
            {...control}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => type(event.target.value)}
            className="absolute inset-0 size-full cursor-text bg-transparent text-center text-transparent caret-transparent outline-none selection:bg-transparent"
          />
        </span>
      )}
    </Field>
  );
}
