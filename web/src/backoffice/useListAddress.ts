import { useNavigate } from "../lib/history";
import { usePage } from "../lib/page";
import type { QueryValue } from "../lib/url";

/**
 * The parameters in a list's address: its search text, sort and filters, to be sent under the same
 * names, for example `const { params } = useListAddress("state", "branch")`. `change` replaces some
 * of them and returns to the first page.
 */
export function useListAddress<Filter extends string>(...filters: Filter[]) {
  const { path, query } = usePage();
  const navigate = useNavigate();
  const at = (changes: Record<string, QueryValue>) =>
    `${path}${query.with({ page: "", ...changes })}`;
  const params = Object.fromEntries(
    ["q", "sort", ...filters].map((name) => [name, query.get(name)]),
  ) as Record<Filter | "q" | "sort", string>;
  return {
    params,
    /** The address with these changed. */
    at,
    change: (changes: Record<string, QueryValue>) => navigate(at(changes), { replace: true }),
  };
}
