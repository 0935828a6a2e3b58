import { Isolate } from "../lib/words";
import { Icon } from "./Icon";

export interface SortChipProps {
  /** The label, for screen readers only. */
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/**
 * The sort order of a list, in a row of chips; as wide as the chosen option if the browser supports
 * that.
 */
export function SortChip({ label, value, options, onChange }: SortChipProps) {
  return (
    <label className="relative shrink-0">
      <span className="sr-only">
        <Isolate>{label}</Isolate>
      </span>
      <Icon
        name="sort"
        size={18}
        className="pointer-events-none absolute start-3.5 top-1/2 -translate-y-1/2"
      />
      <select
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 cursor-pointer appearance-none rounded-full border border-line bg-card ps-10 pe-4 text-sm leading-7 font-medium text-ink [field-sizing:content]"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
