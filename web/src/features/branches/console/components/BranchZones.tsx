import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { District } from "../../../../api/types";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { useForm } from "../../../../backoffice/useForm";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { EmptyState } from "../../../../ui/EmptyState";
import { IconButton } from "../../../../ui/IconButton";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { districtsQuery, saveZones, type Zones, zonesQuery } from "../api";
import { useKeep } from "../keep";

interface Zone {
  district: string;
  fee: string;
  minutes: string;
  minimum: string;
  free_from: string;
}

const columns = ["fee", "minutes", "minimum", "free_from"] as const;
const empty = { fee: "", minutes: "", minimum: "", free_from: "" };
const typed = (value: number | null) => (value === null ? "" : String(value));

const draftOf = (record: Zones | null): { zones: Zone[] } => ({
  zones: (record?.zones ?? []).map((zone) => ({
    district: zone.district.id,
    fee: String(zone.fee),
    minutes: zone.minutes === 0 ? "" : String(zone.minutes),
    minimum: typed(zone.minimum),
    free_from: typed(zone.free_from),
  })),
});

/** Where a branch delivers, as a sheet: a row for each area, many filled in at once. */
export function BranchZones({ id }: { id: string }) {
  const scope = useScope();
  const zones = useQuery(zonesQuery(scope, id));
  const districts = useQuery(districtsQuery(scope));
  return (
    <Loaded query={zones} texts="backoffice" skeleton={["h-96"]}>
      {(record) => (
        <Loaded query={districts} texts="backoffice" skeleton={["h-96"]}>
          {(all) => <ZonesForm id={id} record={record} districts={all} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function ZonesForm({
  id,
  record,
  districts,
}: {
  id: string;
  record: Zones;
  districts: readonly District[];
}) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const format = useFormat();
  const client = useQueryClient();
  const keep = useKeep();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [fill, setFill] = useState(empty);
  const form = useForm({
    name: `zones:${id}`,
    record,
    draftOf,
    labels: { zones: t("zones") },
    save: ({ zones }, now) =>
      saveZones(id, {
        version: now?.version ?? 0,
        zones: zones.map((zone) => ({
          district: zone.district,
          fee: zone.fee || "0",
          minutes: zone.minutes || "0",
          ...(zone.minimum ? { minimum: zone.minimum } : {}),
          ...(zone.free_from ? { free_from: zone.free_from } : {}),
        })),
      }),
    onSaved: (saved) => {
      client.setQueryData(zonesQuery(scope, id).queryKey, saved);
      keep();
    },
  });
  const { zones } = form.values;
  const put = (next: Zone[]) => form.set({ zones: next });
  const fixed = record.fees_fixed;
  const nameOf = (district: string) =>
    districts.find((one) => one.id === district)?.name ??
    record.zones.find((zone) => zone.district.id === district)?.district.name ??
    district;
  const missing = districts.filter((one) => !zones.some((zone) => zone.district === one.id));
  const governorates = [
    ...new Map(missing.map(({ governorate }) => [governorate.id, governorate.name])),
  ];
  function add(value: string) {
    const added = missing.filter(({ id: one, governorate }) =>
      value.startsWith("all:") ? `all:${governorate.id}` === value : one === value,
    );
    const last = zones.at(-1) ?? { ...empty, fee: "20" };
    put([...zones, ...added.map((one) => ({ ...last, district: one.id }))]);
    setChosen(new Set(added.map((one) => one.id)));
  }
  const all = zones.length > 0 && zones.every((zone) => chosen.has(zone.district));
  return (
    <RecordForm
      form={form}
      shown={{
        zones: (list) =>
          list.map((zone) => `${nameOf(zone.district)}: ${zone.fee || "0"}`).join(" · ") || "–",
      }}
    >
      <Card className="flex flex-col gap-4">
        <p className="text-muted">
          {t("zones_text", {
            minimum: format.money(record.minimum_order),
          })}
        </p>
        {fixed && <Notice>{t("fees_fixed")}</Notice>}
        {!fixed && (
          <Select
            label={t("add_area")}
            value=""
            placeholder={t("choose")}
            onValueChange={(value) => value && add(value)}
            options={[
              ...governorates.map(([governorate, name]) => ({
                value: `all:${governorate}`,
                label: t("all_of", { name }),
              })),
              ...missing.map((one) => ({
                value: one.id,
                label: `${one.name} · ${one.governorate.name}`,
              })),
            ]}
          />
        )}
        {zones.length === 0 && (
          <EmptyState icon="moped" title={t("no_zones")} text={t("no_zones_text")} />
        )}
        {zones.length > 1 && (
          <fieldset className="flex min-w-0 flex-wrap items-end gap-2 rounded-card bg-tint p-3">
            <legend className="sr-only">{t("fill_chosen")}</legend>
            <Checkbox
              label={t("choose_all")}
              checked={all}
              onCheckedChange={(on) =>
                setChosen(new Set(on ? zones.map((zone) => zone.district) : []))
              }
            />
            {columns
              .filter((column) => !fixed || column === "minutes")
              .map((column) => (
                <TextInput
                  key={column}
                  className="w-32"
                  label={t(`zone_${column}`)}
                  dir="ltr"
                  inputMode="decimal"
                  autoComplete="off"
                  value={fill[column]}
                  onValueChange={(value) => setFill({ ...fill, [column]: value })}
                />
              ))}
            <Button
              disabled={chosen.size === 0}
              onClick={() =>
                put(
                  zones.map((zone) =>
                    chosen.has(zone.district)
                      ? {
                          ...zone,
                          ...Object.fromEntries(
                            columns
                              .filter((column) => fill[column] !== "")
                              .map((column) => [column, fill[column]]),
                          ),
                        }
                      : zone,
                  ),
                )
              }
            >
              {t("fill_chosen")}
            </Button>
          </fieldset>
        )}
        <ul className="flex flex-col gap-3">
          {zones.map((zone, at) => (
            <li
              key={zone.district}
              className="grid grid-cols-2 items-end gap-2 border-b border-line pb-3 last:border-b-0 sm:grid-cols-[minmax(10rem,1fr)_repeat(4,7rem)_auto]"
            >
              <div className="col-span-2 flex items-center sm:col-span-1 sm:min-h-12">
                <Checkbox
                  label={nameOf(zone.district)}
                  checked={chosen.has(zone.district)}
                  onCheckedChange={(on) => {
                    const next = new Set(chosen);
                    if (on) next.add(zone.district);
                    else next.delete(zone.district);
                    setChosen(next);
                  }}
                />
              </div>
              {columns.map((column) => (
                <TextInput
                  key={column}
                  label={t(`zone_${column}`)}
                  name={`zones.${at}.${column}`}
                  dir="ltr"
                  inputMode="decimal"
                  autoComplete="off"
                  disabled={fixed && column !== "minutes"}
                  value={zone[column]}
                  error={form.errorOf(`zones.${at}.${column}`)}
                  onValueChange={(value) =>
                    put(
                      zones.map((one, place) => (place === at ? { ...one, [column]: value } : one)),
                    )
                  }
                />
              ))}
              {!fixed && (
                <IconButton
                  icon="trash"
                  label={t("remove_zone", { name: nameOf(zone.district) })}
                  onClick={() => put(zones.filter((one) => one !== zone))}
                />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </RecordForm>
  );
}
