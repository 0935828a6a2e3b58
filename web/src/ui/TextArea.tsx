import type { ComponentProps } from "react";
import { cx } from "./cx";
import { controlLook, Field, type FieldProps } from "./Field";

export interface TextAreaProps
  extends FieldProps,
    Omit<ComponentProps<"textarea">, keyof FieldProps | "id" | "onChange" | "children"> {
  onValueChange?: (value: string) => void;
  /** The used length, already formatted: "12 of 200". */
  used?: string | undefined;
}

/** A multi-line text field that grows with its text. */
export function TextArea({
  label,
  labelHidden,
  hint,
  error,
  required,
  optionalLabel,
  className,
  onValueChange,
  used,
  ...rest
}: TextAreaProps) {
  const below = used ? (
    <span className="flex justify-between gap-4">
      <span>{hint}</span>
      <span className="tabular-nums">{used}</span>
    </span>
  ) : (
    hint
  );
  return (
    <Field {...{ label, labelHidden, hint: below, error, required, optionalLabel, className }}>
      {(control) => (
        <textarea
          rows={3}
          dir="auto"
          {...rest}
          {...control}
          onChange={(event) => onValueChange?.(event.target.value)}
          className={cx(controlLook, "field-sizing-content min-h-24 resize-y")}
        />
      )}
    </Field>
  );
}
