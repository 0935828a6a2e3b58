import { useQuery } from "@tanstack/react-query";
import { useScope } from "../lib/scope";
import type { Filter } from "./Filters";
import { meQuery } from "./me";

/** Filters a list by one of the staff member's branches; no filter for staff of a single branch. */
export function useBranchFilter(label: string, all: string): Filter[] {
  const branches = useQuery(meQuery(useScope())).data?.branches ?? [];
  if (branches.length <= 1) return [];
  return [
    {
      name: "branch_id",
      label,
      all,
      options: branches.map(({ id, name }) => ({ value: id, label: name })),
    },
  ];
}
