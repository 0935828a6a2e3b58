import { PicturePicker as Pictures } from "../../../../../backoffice/pictures/PicturePicker";

/** One picture of the shop, or none. */
export function PicturePicker({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  /** A picture's name; empty for none. */
  value: string;
  error: string | undefined;
  onChange: (name: string) => void;
}) {
  return (
    <Pictures
      label={label}
      value={value === "" ? [] : [value]}
      error={error}
      max={1}
      onValueChange={([name = ""]) => onChange(name)}
    />
  );
}
