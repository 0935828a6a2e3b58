import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Section } from "../../../../../ui/Section";
import { Timeline } from "../../../../../ui/Timeline";
import type { ConsoleOrder } from "../api";
import { isEnded } from "../model";

/** The order's events, each with time, author and reason; the latest first. */
export function Events({ order }: { order: ConsoleOrder }) {
  const { t } = useTranslation("orders");
  const { dayTime } = useFormat();
  const last = order.events.at(-1)?.seq;
  return (
    <Section title={t("events")}>
      <Timeline
        label={t("events")}
        stateLabels={{
          done: t("state_done"),
          current: t("state_current"),
          todo: t("state_todo"),
          failed: t("state_failed"),
        }}
        steps={order.events.toReversed().map(({ seq, to, label, reason, at, actor }) => ({
          id: String(seq),
          title: label,
          time: dayTime(Date.parse(at)),
          state:
            to === "rejected" || to === "cancelled"
              ? ("failed" as const)
              : seq === last && !isEnded(to)
                ? ("current" as const)
                : ("done" as const),
          note: (
            <>
              <span className="block">
                {actor.name ? t("event_by", { actor: actor.label, name: actor.name }) : actor.label}
              </span>
              {reason && <bdi className="block text-ink">{reason}</bdi>}
            </>
          ),
        }))}
      />
    </Section>
  );
}
