import type { OrderStatus } from "../../../../api/types";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import type { IconName } from "../../../../ui/Icon";
import { isFailed, isLive } from "../model";

const icons: Partial<Record<OrderStatus, IconName>> = {
  draft: "card",
  pending: "receipt",
  processing: "bag",
  shipped: "box",
  out_for_delivery: "moped",
  delivered: "check",
  on_hold: "clock",
  in_return: "undo",
  return_received: "undo",
  returned: "undo",
  rejected: "close",
  cancelled: "close",
};

export function statusIcon(status: OrderStatus): IconName {
  return icons[status] ?? "box";
}

/** The status of an order, in the server's words, with an icon and a colour. */
export function StatusBadge({ status, label }: { status: OrderStatus; label: string }) {
  const tone = isFailed(status) ? "trouble" : isLive(status) ? "good" : "neutral";
  return (
    <Badge tone={tone} icon={statusIcon(status)}>
      <Isolate>{label}</Isolate>
    </Badge>
  );
}
