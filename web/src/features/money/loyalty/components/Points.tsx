import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../../../lib/scope";
import { useFormat } from "../../../../lib/useFormat";
import { loyaltyQuery } from "../api";

/** The number of points next to a link to their page; a placeholder while it loads. */
export function Points() {
  const format = useFormat();
  const scope = useScope();
  const loyalty = useQuery(loyaltyQuery(scope)).data;
  if (scope.session === "") return null;
  return (
    <span className="block min-h-7 text-lg leading-7 font-semibold tabular-nums">
      <bdi>{loyalty && format.number(loyalty.points)}</bdi>
    </span>
  );
}
