import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import type { IconName } from "../../../../ui/Icon";
import type { ReturnState } from "../api";
import { isFailed, isOver } from "../model";

const icons: Record<ReturnState, IconName> = {
  requested: "clock",
  approved: "check",
  refused: "close",
  withdrawn: "close",
  picked_up: "truck",
  received: "store",
  inspected: "search",
  settled: "wallet",
  refunded: "check",
};

export const stateIcon = (state: ReturnState): IconName => icons[state] ?? "undo";

/** The state of a return, in the server's words, with an icon and a colour. */
export function StateBadge({ state, label }: { state: ReturnState; label: string }) {
  const tone = isFailed(state) ? "trouble" : isOver(state) ? "neutral" : "good";
  return (
    <Badge tone={tone} icon={stateIcon(state)}>
      <Isolate>{label}</Isolate>
    </Badge>
  );
}
