import type { QuotationState } from "../../../../api/types";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import type { IconName } from "../../../../ui/Icon";
import { isOpen } from "../model";

const icons: Record<QuotationState, IconName> = {
  requested: "clock",
  change_requested: "chat",
  priced: "note",
  accepted: "check",
  ordered: "bag",
  declined: "close",
  expired: "clock",
};

export function stateIcon(state: QuotationState): IconName {
  return icons[state];
}

/** The state of a quotation, in the server's words, with an icon and a colour. */
export function StateBadge({ state, label }: { state: QuotationState; label: string }) {
  return (
    <Badge tone={isOpen(state) ? "good" : "neutral"} icon={icons[state]}>
      <Isolate>{label}</Isolate>
    </Badge>
  );
}
