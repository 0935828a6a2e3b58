import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useScope } from "../../lib/scope";
import { useFormat } from "../../lib/useFormat";
import { unreadQuery } from "./api";

/** On the head's way to the account, which only wide screens have: how many notices wait. */
export default function UnreadMark() {
  const format = useFormat();
  const [wide] = useState(() => window.matchMedia("(width >= 48rem)").matches);
  const query = unreadQuery(useScope());
  const found = useQuery({ ...query, enabled: wide && query.enabled === true });
  const count = found.data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <span
      aria-hidden="true"
      className="absolute -end-2.5 -top-2.5 min-w-5 rounded-full bg-go px-1 text-center text-xs leading-5 font-semibold text-on-go tabular-nums ring-2 ring-paper"
    >
      {format.number(count)}
    </span>
  );
}
