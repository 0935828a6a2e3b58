import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { District } from "../../../../../api/types";
import { RecordForm } from "../../../../../backoffice/RecordForm";
import { useForm } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Checkbox } from "../../../../../ui/Checkbox";
import { EmptyState } from "../../../../../ui/EmptyState";
import { Loaded } from "../../../../../ui/Loaded";
import { Notice } from "../../../../../ui/Notice";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import { districtsQuery, saveZones, type Zones, zonesQuery } from "../api";
import { useRecordSaved } from "../keep";
import { bodyOf, columns, draftOf, empty, hasWhole, inOrder, keyFor, type Zone } from "../zones";
import { ShapeDialog } from "./ShapeDialog";
import { ZoneRow } from "./ZoneRow";

/** A branch's delivery areas as a sheet: one row for each area, many editable at once. */
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
  const keep = useRecordSaved();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [fill, setFill] = useState(empty);
  const form = useForm({
    name: `zones:${id}`,
    record,
    draftOf,
    labels: { zones: t("zones") },
    save: ({ zones }, now) => saveZones(id, bodyOf(zones, now?.version ?? 0)),
    onSaved: (saved) => {
      client.setQueryData(zonesQuery(scope, id).queryKey, saved);
      keep();
    },
  });
  const { zones } = form.values;
  const put = (next: Zone[]) => form.set({ zones: inOrder(next) });
  const [drawn, setDrawn] = useState<{ zone: Zone; isNew: boolean } | null>(null);
  const fixed = record.fees_fixed;
  const nameOf = (district: string) =>
    districts.find((one) => one.id === district)?.name ??
    record.zones.find((zone) => zone.district.id === district)?.district.name ??
    district;
  const missing = districts.filter((one) => !hasWhole(zones, one.id));
  const governorates = [
    ...new Map(missing.map(({ governorate }) => [governorate.id, governorate.name])),
  ];
  function add(value: string) {
    const added = missing.filter(({ id: one, governorate }) =>
      value.startsWith("all:") ? `all:${governorate.id}` === value : one === value,
    );
    const last = zones.at(-1) ?? { ...empty, fee: "20" };
    const rows = added.map((one) => ({
      ...last,
      key: keyFor(zones, one.id),
      district: one.id,
      shape: [],
    }));
    put([...zones, ...rows]);
    setChosen(new Set(rows.map(({ key }) => key)));
  }
  const all = zones.length > 0 && zones.every((zone) => chosen.has(zone.key));
  return (
    <RecordForm
      form={form}
      shown={{
        zones: (list) =>
          list
            .map(
              (zone) =>
                `${zone.shape.length > 0 ? t("part_of", { name: nameOf(zone.district) }) : nameOf(zone.district)}: ${zone.fee || "0"}`,
            )
            .join(" · ") || "–",
      }}
    >
      <Card className="flex flex-col gap-4">
        <p className="text-muted">
          {t("zones_text", {
            minimum: format.money(record.minimum_order),
          })}
        </p>
        {fixed && <Notice>{t(record.fees_of_shop ? "fees_of_shop" : "fees_fixed")}</Notice>}
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
              onCheckedChange={(on) => setChosen(new Set(on ? zones.map((zone) => zone.key) : []))}
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
                    chosen.has(zone.key)
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
            <ZoneRow
              key={zone.key}
              zone={zone}
              at={at}
              name={nameOf(zone.district)}
              fixed={fixed}
              chosen={chosen.has(zone.key)}
              errorOf={form.errorOf}
              onChosen={(on) => {
                const next = new Set(chosen);
                if (on) next.add(zone.key);
                else next.delete(zone.key);
                setChosen(next);
              }}
              onChange={(changed) => put(zones.map((one) => (one === zone ? changed : one)))}
              onShape={() => setDrawn({ zone, isNew: false })}
              onPart={() =>
                setDrawn({
                  zone: { ...zone, key: keyFor(zones, zone.district), shape: [] },
                  isNew: true,
                })
              }
              onRemove={() => put(zones.filter((one) => one !== zone))}
            />
          ))}
        </ul>
      </Card>
      {drawn && (
        <ShapeDialog
          name={nameOf(drawn.zone.district)}
          district={drawn.zone.district}
          districts={districts}
          shape={drawn.zone.shape}
          onClose={() => setDrawn(null)}
          onDone={(shape) => {
            const zone = { ...drawn.zone, shape };
            if (!drawn.isNew) put(zones.map((one) => (one.key === zone.key ? zone : one)));
            else if (shape.length > 0) put([zone, ...zones]);
          }}
        />
      )}
    </RecordForm>
  );
}
