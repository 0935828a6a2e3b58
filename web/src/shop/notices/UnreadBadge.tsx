import { useQuery } from "@tanstack/react-query";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { useFormat } from "../../lib/useFormat";
import { Badge } from "../../ui/Badge";
import { unreadQuery } from "./api";

/** The number of unread notices; nothing when there are none. */
export function UnreadBadge() {
  const { t } = useTranslation("notices");
  const format = useFormat();
  const count = useQuery(unreadQuery(useScope())).data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <Badge tone="good">
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="sr-only">{t("count", { count })}</span>
    </Badge>
  );
}
