import { useNavigate } from "../lib/history";
import { usePage } from "../lib/page";
import type { QueryValue } from "../lib/url";

/**
 * What a list's address asks for: its text, its sort and its filters, ready to be sent as the
 * parameters of the same names, and `change`, which puts others there and begins at the first page.
 *
 *   const { params } = useListAddress("state", "branch");
 *   const list = useInfiniteQuery(couponsList(scope, params));
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
