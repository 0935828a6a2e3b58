import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { request } from "../../../../../api/client";
import { personalQuery } from "../../../../../api/query";
import { useFields } from "../../../../../api/useFields";
import { nameIn } from "../../../../../backoffice/nameIn";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Failure } from "../../../../../ui/Failure";
import type { LatLng } from "../../../../../ui/geo";
import { Notice } from "../../../../../ui/Notice";
import { Select } from "../../../../../ui/Select";
import { TextInput } from "../../../../../ui/TextInput";
import { districtsQuery } from "../api";

/** The possible radii of an area created around a pin, in kilometres. */
const reaches = ["1", "1.5", "2", "3", "5"] as const;

/**
 * Creates an area around a pin that is outside every area, so that a branch can be anywhere in Egypt.
 */
export function MakeArea({ pin, onMade }: { pin: LatLng; onMade: (id: string) => void }) {
  const { t } = useTranslation("sellers");
  const scope = useScope();
  const client = useQueryClient();
  const format = useFormat();
  const governorates =
    useQuery(personalQuery(scope, "/console/governorates", { needsLogin: true })).data ?? [];
  const [open, setOpen] = useState(false);
  const form = useFields({ governorate: "", name_ar: "", name_en: "", reach: "1.5" }, (values) => ({
    ...(values.governorate === "" && { governorate: t("choose") }),
    ...(values.name_ar.trim() === "" &&
      values.name_en.trim() === "" && { name_en: t("area_name_needed") }),
  }));
  const { reach, ...names } = form.values;
  const make = form.submit(async () => {
    const { data } = await request("POST", "/console/districts", {
      // Without an outline, the area takes no ground that is nearer to a neighbouring area.
      body: { ...names, ...pin, radius: String(Number(reach) * 1000) },
      suppressToast: true,
    });
    // The shop's list is refreshed later.
    const { id, governorate, lat, lng, outline, radius, served } = data;
    const made = {
      id,
      name: nameIn(scope.lang, data),
      governorate,
      lat,
      lng,
      outline,
      radius,
      served,
    };
    client.setQueryData(districtsQuery(scope).queryKey, (all) => [...(all ?? []), made]);
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith("/console/districts"),
    });
    onMade(id);
  });
  return (
    <Notice>
      <div className="flex flex-col items-start gap-3">
        <p>{t("area_none_here")}</p>
        {open ? (
          // Nested in the branch's form, which Enter must not submit.
          <fieldset
            ref={form.ref as unknown as RefObject<HTMLFieldSetElement | null>}
            aria-label={t("area_make")}
            className="flex w-full flex-col gap-4"
          >
            <Select
              {...form.field("governorate")}
              label={t("governorate")}
              required
              placeholder={t("choose")}
              options={governorates.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <div className="grid items-start gap-4 sm:grid-cols-2">
              <TextInput {...form.field("name_ar")} label={t("area_name_ar")} dir="rtl" lang="ar" />
              <TextInput {...form.field("name_en")} label={t("area_name_en")} dir="ltr" lang="en" />
            </div>
            <Select
              {...form.field("reach")}
              label={t("area_reach")}
              hint={t("area_reach_hint")}
              options={reaches.map((value) => ({
                value,
                label: t("area_km", {
                  km: format.number(Number(value), value.includes(".") ? 1 : 0),
                }),
              }))}
            />
            <Failure of={form.elsewhere} />
            <Button
              variant="primary"
              className="self-start"
              loading={form.busy}
              onClick={() => void make()}
            >
              {t("area_make")}
            </Button>
          </fieldset>
        ) : (
          <Button icon="plus" onClick={() => setOpen(true)}>
            {t("area_make")}
          </Button>
        )}
      </div>
    </Notice>
  );
}
