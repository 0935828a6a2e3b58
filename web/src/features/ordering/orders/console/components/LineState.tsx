import type { StreamState } from "../../../../../api/sse";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { cx } from "../../../../../ui/cx";

/** Whether the board is live, in a word and a dot. */
export function LineState({ line }: { line: StreamState }) {
  const { t } = useTranslation("orders");
  const open = line === "open";
  const text = open ? t("live") : line === "connecting" ? t("connecting") : t("not_live");
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={cx("size-2.5 rounded-full", open ? "bg-go" : "animate-breathe bg-saffron")}
      />
      <Isolate>{text}</Isolate>
    </p>
  );
}
