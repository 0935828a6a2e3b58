import { useNavigate } from "../../../../lib/history";
import { usePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { Select } from "../../../../ui/Select";
import type { EditableBanner } from "../api";
import { usePlaces } from "./Placement";

/** Narrows a list to what is shown for one service and in one district. */
export function Narrow() {
  const { t } = useTranslation("content");
  const { path, query } = usePage();
  const navigate = useNavigate();
  const { services, districts } = usePlaces();
  const choose = (name: string) => (value: string) =>
    navigate(`${path}${query.with({ [name]: value })}`, { replace: true });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label={t("service")}
        options={[{ value: "", label: t("every_service") }, ...services]}
        value={query.get("service")}
        onValueChange={choose("service")}
      />
      <Select
        label={t("district")}
        options={[{ value: "", label: t("every_district") }, ...districts]}
        value={query.get("district")}
        onValueChange={choose("district")}
      />
    </div>
  );
}

const tones = { off: "neutral", waiting: "offer", shown: "go", over: "neutral" } as const;

type State = EditableBanner["state"];

/** Where something with a schedule stands. */
export function Stand({ state }: { state: State }) {
  const { t } = useTranslation("content");
  return <Badge tone={tones[state]}>{t(`state_${state}`)}</Badge>;
}

/** For whom something is shown, when, and where in the order, in one line. */
export function Where({
  of,
}: {
  of: {
    service_id: string;
    district_id: string;
    starts_at?: string;
    ends_at?: string;
    sort?: number;
  };
}) {
  const { t } = useTranslation("content");
  const { serviceName, districtName } = usePlaces();
  const { dayTime, number } = useFormat();
  const at = (moment: string) => dayTime(Date.parse(moment));
  const parts = [
    of.service_id === "" ? t("all_services") : serviceName(of.service_id),
    of.district_id === "" ? t("all_districts") : districtName(of.district_id),
    of.starts_at && t("from", { when: at(of.starts_at) }),
    of.ends_at && t("until", { when: at(of.ends_at) }),
    t("place", { place: number(of.sort ?? 0) }),
  ];
  return <p className="text-sm text-muted">{parts.filter(Boolean).join(" · ")}</p>;
}
