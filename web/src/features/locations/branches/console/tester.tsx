import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { momentOf } from "../../../../lib/format/field";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import type { LatLng } from "../../../../ui/geo";
import { Icon } from "../../../../ui/Icon";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { TextInput } from "../../../../ui/TextInput";
import { districtsQuery, type Tried, triedQuery } from "./api";
import { DevicePlace } from "./components/DevicePlace";
import { PastedPlace } from "./components/PastedPlace";

const PlaceMap = lazy(() => import("../../places/components/PlaceMap"));

/**
 * Tests deliveries to a place, now or at another time: which branches deliver, for how much and when, and why others do
 * not.
 */
function TesterPage() {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const districts = useQuery(districtsQuery(scope)).data ?? [];
  const [district, setDistrict] = useState("");
  const [pin, setPin] = useState<LatLng | null>(null);
  const [at, setAt] = useState("");
  const moment = momentOf(at);
  const tried = useQuery(
    triedQuery(scope, {
      ...(pin ? { lat: pin.lat, lng: pin.lng } : district ? { district } : {}),
      ...(moment ? { at: moment } : {}),
    }),
  );
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-2xl font-bold">{t("try_title")}</h1>
      <p className="text-muted">{t("try_text")}</p>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card className="flex flex-col gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <Select
              label={t("try_area")}
              value={pin ? "" : district}
              placeholder={t("choose")}
              onValueChange={(value) => {
                setDistrict(value);
                setPin(null);
              }}
              options={districts.map((one) => ({
                value: one.id,
                label: `${one.name} · ${one.governorate.name}`,
              }))}
            />
            <TextInput
              label={t("try_at")}
              hint={t("try_at_hint")}
              type="datetime-local"
              value={at}
              onValueChange={setAt}
            />
          </div>
          <PastedPlace onPlace={setPin} />
          <DevicePlace onPlace={setPin} />
          <Suspense fallback={<Skeleton className="h-96" />}>
            <PlaceMap districts={districts} pin={pin} current={district} onPin={setPin} search />
          </Suspense>
          {pin && (
            <p className="flex flex-wrap items-center gap-3">
              {t("try_pin")} <bdi dir="ltr">{`${pin.lat}, ${pin.lng}`}</bdi>
              {district && (
                <Button size="sm" variant="soft" onClick={() => setPin(null)}>
                  {t("try_pin_clear")}
                </Button>
              )}
            </p>
          )}
        </Card>
        {(district || pin) && (
          <Loaded query={tried} texts="backoffice" skeleton={["h-40", "h-40"]}>
            {(found) => <Found found={found} />}
          </Loaded>
        )}
      </div>
    </div>
  );
}

function Found({ found }: { found: Tried }) {
  const { t } = useTranslation("sellers");
  if (found.why) return <Notice tone="warning">{found.why.message}</Notice>;
  return (
    <section aria-label={t("try_results")} aria-live="polite" className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">
        <Isolate>{found.district?.name}</Isolate>
      </h2>
      {!found.branches.some(({ orders }) => orders) && (
        <Notice tone="warning">{t("try_nobody")}</Notice>
      )}
      <ul className="flex flex-col gap-3">
        {found.branches.map((one) => (
          <li key={one.branch.id}>
            <Answer one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ one }: { one: Tried["branches"][number] }) {
  const { t } = useTranslation("sellers");
  const format = useFormat();
  const lines: [string, string | null][] = [
    ["try_fee", one.fee === null ? null : one.fee === 0 ? t("try_free") : format.money(one.fee)],
    ["try_minimum", one.minimum ? format.money(one.minimum) : null],
    ["try_free_from", one.free_from === null ? null : format.money(one.free_from)],
    ["try_promise", one.promise],
    ["try_slot", one.next_slot],
    [
      "try_slots",
      one.free_slots + one.full_slots > 0
        ? t("try_full", { free: one.free_slots, full: one.full_slots })
        : null,
    ],
  ];
  const said = lines.filter((line): line is [string, string] => line[1] !== null);
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">
          <bdi>{one.branch.name}</bdi>
        </h3>
        <Badge tone={one.orders ? "good" : "neutral"}>{t(one.orders ? "try_yes" : "try_no")}</Badge>
      </div>
      {one.why.length > 0 && (
        <ul className="flex flex-col gap-1">
          {one.why.map(({ code, message }) => (
            <li key={code} className="flex items-start gap-2 text-sm">
              <Icon name="info" size={20} className="shrink-0 text-muted" />
              {message}
            </li>
          ))}
        </ul>
      )}
      {said.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {said.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{t(name)}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {(one.partly || one.pickup) && (
        <p className="text-sm text-muted">
          {[one.partly && t("try_partly"), one.pickup && t("try_pickup")]
            .filter(Boolean)
            .join(" · ")}
        </p>
      )}
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:try_title"), noIndex: true }),
  Component: TesterPage,
});
