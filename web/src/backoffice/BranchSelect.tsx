import { useQuery } from "@tanstack/react-query";
import { useScope } from "../lib/scope";
import { Select } from "../ui/Select";
import { meQuery } from "./me";

export interface BranchSelectProps {
  label: string;
  /** The label of no choice. */
  all: string;
  /** Id of a branch, or "" for all. */
  value: string;
  onChange: (id: string) => void;
  /** Used alone in a header, where it needs no visible label. */
  quiet?: boolean;
}

/** Selects one of the staff member's branches, or all; renders nothing for staff of a single branch. */
export function BranchSelect({ label, all, value, onChange, quiet = false }: BranchSelectProps) {
  const branches = useQuery(meQuery(useScope())).data?.branches ?? [];
  if (branches.length <= 1) return null;
  return (
    <Select
      label={label}
      {...(quiet ? { labelHidden: true, className: "w-full sm:w-72" } : {})}
      value={value}
      onValueChange={onChange}
      options={[
        { value: "", label: all },
        ...branches.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
}
