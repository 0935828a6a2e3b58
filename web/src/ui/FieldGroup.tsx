import { type ReactNode, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { FieldError } from "./Field";

export interface FieldGroupProps {
  label: string;
  /** The error of the whole group; read with its name. */
  error?: string | undefined;
  className?: string;
  children: ReactNode;
}

/**
 * Several controls that form one field of a form. A form that searches for its first invalid field
 * finds the group by data-wrong, since only single controls can be aria-invalid.
 */
export function FieldGroup({ label, error, className, children }: FieldGroupProps) {
  const id = useId();
  const wrong = error !== undefined;
  return (
    <fieldset
      aria-describedby={wrong ? id : undefined}
      data-wrong={wrong || undefined}
      tabIndex={wrong ? -1 : undefined}
      className={cx("flex min-w-0 flex-col", className)}
    >
      <legend className="mb-2 font-medium">
        <Isolate>{label}</Isolate>
      </legend>
      {children}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
