import type { Filter } from "../../../../../backoffice/Filters";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Badge } from "../../../../../ui/Badge";
import type { EditableBanner } from "../api";
import { usePlaces } from "./Placement";

/** Filters a list by what is shown for one service and in one district. */
export function usePlaceFilters(): Filter[] {
  const { t } = useTranslation("content");
  const { services, districts } = usePlaces();
  return [
    { name: "service", label: t("service"), all: t("every_service"), options: services },
    { name: "district", label: t("district"), all: t("every_district"), options: districts },
  ];
}

const tones = { off: "neutral", waiting: "offer", shown: "good", over: "neutral" } as const;

type State = EditableBanner["state"];

/** The state of an item with a schedule. */
export function Stand({ state }: { state: State }) {
  const { t } = useTranslation("content");
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}

/** An item's audience, times and place in the order, in one line. */
export function Where({
  of,
}: {
  of: {
    service_id: string;
    district_id: string;
    starts_at?: string;
    ends_at?: string;
    day_from?: string;
    day_to?: string;
    sort?: number;
  };
}) {
  const { t } = useTranslation("content");
  const { serviceName, districtName } = usePlaces();
  const { dayTime, number, words } = useFormat();
  const at = (moment: string) => dayTime(Date.parse(moment));
  const parts = [
    of.service_id === "" ? t("all_services") : serviceName(of.service_id),
    of.district_id === "" ? t("all_districts") : districtName(of.district_id),
    of.starts_at && t("from", { when: at(of.starts_at) }),
    of.ends_at && t("until", { when: at(of.ends_at) }),
    of.day_from && of.day_to && t("each_day", { from: words(of.day_from), to: words(of.day_to) }),
    t("place", { place: number(of.sort ?? 0) }),
  ];
  return <p className="text-sm text-muted">{parts.filter(Boolean).join(" · ")}</p>;
}
