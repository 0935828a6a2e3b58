import { type ReactNode, useId } from "react";
import { Isolate } from "../lib/words";
import { cx } from "./cx";
import { Icon } from "./Icon";

/** The attributes that tie a control to its label, hint and error; spread them on the input. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** The error and how to correct it; shown and read with the control. */
  error?: string | undefined;
  required?: boolean;
  /** Shown next to the label of an optional field. */
  optionalLabel?: string | undefined;
  className?: string | undefined;
}

/** The look of all text controls. */
export const controlLook =
  "block w-full min-h-12 rounded-control border border-control bg-card px-4 py-2.5 text-base text-ink placeholder:text-muted placeholder:opacity-80 transition-[border-color] duration-150 hover:border-ink aria-invalid:border-trouble aria-invalid:border-2 disabled:bg-tint disabled:text-muted [&[readonly]]:bg-tint";

/** Label, control, hint and error, connected for screen readers. */
export function Field({
  label,
  labelHidden = false,
  hint,
  error,
  required = false,
  optionalLabel,
  className,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "font-medium"}>
        <Isolate>{label}</Isolate>
        {optionalLabel && !required && (
          // A real space: Arabic letters would otherwise join across the two words.
          <span className="text-sm font-normal text-muted"> {optionalLabel}</span>
        )}
      </label>
      {children({
        id,
        "aria-describedby": cx(error && errorId, hint ? hintId : null) || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {hint && (
        <div id={hintId} className="text-sm text-muted">
          {hint}
        </div>
      )}
      <FieldError id={errorId} error={error} />
    </div>
  );
}

/** The error's element is always present, so that a later error is read aloud. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p
      id={id}
      aria-live="polite"
      className={error ? "flex items-start gap-1.5 text-sm text-trouble-text" : "sr-only"}
    >
      {error && (
        <>
          <Icon name="alert" size={18} className="mt-0.5" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}
