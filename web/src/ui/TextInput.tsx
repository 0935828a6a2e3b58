import { type ComponentProps, type ReactNode, useState } from "react";
import { fieldHalf } from "../lib/format/field";
import { useScope } from "../lib/scope";
import { cx } from "./cx";
import { DateShown, type DateType, isDateType, latest, markHalf } from "./DateShown";
import { controlLook, Field, type FieldProps } from "./Field";

export interface TextInputProps
  extends FieldProps,
    Omit<ComponentProps<"input">, keyof FieldProps | "id" | "onChange" | "children"> {
  onValueChange?: (value: string) => void;
  /** Content after the text, inside the box: a unit, a button. */
  end?: ReactNode;
}

const leftToRight = new Set(["email", "url", "tel", "password", "number"]);

/** One line of text. Addresses, numbers and passwords run left to right in every language. */
export function TextInput(props: TextInputProps) {
  return isDateType(props.type) && typeof props.value === "string" ? (
    <DateInput {...props} type={props.type} value={props.value} />
  ) : (
    <Input {...props} />
  );
}

/** Shows an error while it is half filled in: the browser reports its value as empty. */
function DateInput({ error, onBlur, ...rest }: TextInputProps & { type: DateType; value: string }) {
  const { lang } = useScope();
  const [half, setHalf] = useState(false);
  return (
    <Input
      {...rest}
      error={error ?? (half && rest.value === "" ? fieldHalf(rest.type, lang) : undefined)}
      onBlur={(event) => {
        setHalf(markHalf(event));
        onBlur?.(event);
      }}
    />
  );
}

function Input({
  label,
  labelHidden,
  hint,
  error,
  required,
  optionalLabel,
  className,
  onValueChange,
  end,
  ...rest
}: TextInputProps) {
  const date =
    isDateType(rest.type) && typeof rest.value === "string"
      ? { type: rest.type, value: rest.value }
      : null;
  const dir = rest.dir ?? (leftToRight.has(rest.type ?? "") ? "ltr" : undefined);
  return (
    <Field {...{ label, labelHidden, hint, error, required, optionalLabel, className }}>
      {(control) => (
        <span dir={date ? dir : undefined} className="relative block">
          <input
            type="text"
            max={date ? latest[date.type] : undefined}
            {...rest}
            {...control}
            dir={dir}
            onChange={(event) => onValueChange?.(event.target.value)}
            className={cx(
              controlLook,
              dir === "ltr" && "rtl:text-right",
              // The text is always left to right, and the unit follows it in the page's direction.
              end ? (dir === "ltr" ? "pe-20 rtl:pr-4 rtl:pl-20" : "pe-20") : null,
              date && "date-field",
            )}
          />
          {date && <DateShown {...date} className="start-4 end-12" />}
          {end && <span className="absolute inset-y-0 end-1 flex items-center">{end}</span>}
        </span>
      )}
    </Field>
  );
}
