import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Form } from "../../../../../backoffice/useForm";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Card } from "../../../../../ui/Card";
import { Select } from "../../../../../ui/Select";
import { Switch } from "../../../../../ui/Switch";
import { TextInput } from "../../../../../ui/TextInput";
import { districtsQuery, servicesQuery } from "../api";
import type { Scheduled } from "../model";

/** The names of services and districts, and the options to choose from. */
export function usePlaces() {
  const scope = useScope();
  const services = useQuery(servicesQuery(scope)).data ?? [];
  const districts = useQuery(districtsQuery(scope)).data ?? [];
  return {
    services: services.map(({ id, name }) => ({ value: id, label: name })),
    districts: districts.map(({ id, name, governorate }) => ({
      value: id,
      label: `${name} · ${governorate.name}`,
    })),
    serviceName: (id: string) => services.find((one) => one.id === id)?.name ?? id,
    districtName: (id: string) => districts.find((one) => one.id === id)?.name ?? id,
  };
}

/** The labels of a placement's fields, and how their values are shown. */
export function usePlacementWords() {
  const { t } = useTranslation("content");
  const { words } = useFormat();
  const { serviceName, districtName } = usePlaces();
  const moment = (value: string) => (value === "" ? null : words(value.replace("T", " ")));
  return {
    labels: {
      active: t("active"),
      service_id: t("service"),
      district_id: t("district"),
      starts_at: t("starts_at"),
      ends_at: t("ends_at"),
      sort: t("sort"),
    },
    shown: {
      service_id: (id: string) => (id === "" ? t("all_services") : serviceName(id)),
      district_id: (id: string) => (id === "" ? t("all_districts") : districtName(id)),
      starts_at: moment,
      ends_at: moment,
    },
  };
}

interface Placed extends Scheduled {
  service_id: string;
  district_id: string;
}

/** The audience, the time and the place of something that is shown. */
export function Placement<D extends Placed>({
  form,
  everyService,
  children,
}: {
  form: Form<D>;
  /** More fields about the time, before the place. */
  children?: ReactNode;
  /** Whether it may be for all services. */
  everyService: boolean;
}) {
  const { t } = useTranslation("content");
  const { services, districts } = usePlaces();
  const { values: draft, errorOf } = form;
  const set = (changes: Partial<Placed>) => form.set(changes as Partial<D>);
  const field = (name: "starts_at" | "ends_at" | "sort") => ({
    name,
    label: t(name),
    value: draft[name],
    error: errorOf(name),
    onValueChange: (value: string) => set({ [name]: value }),
  });
  return (
    <Card as="section" aria-label={t("placement")} className="grid gap-5 sm:grid-cols-2">
      <Switch
        label={t("active")}
        hint={t("active_hint")}
        checked={draft.active}
        onCheckedChange={(active) => set({ active })}
        className="sm:col-span-2"
      />
      <Select
        label={t("service")}
        name="service_id"
        options={everyService ? [{ value: "", label: t("all_services") }, ...services] : services}
        placeholder={everyService ? undefined : t("choose")}
        required={!everyService}
        value={draft.service_id}
        error={errorOf("service_id")}
        onValueChange={(service_id) => set({ service_id })}
      />
      <Select
        label={t("district")}
        name="district_id"
        options={[{ value: "", label: t("all_districts") }, ...districts]}
        value={draft.district_id}
        error={errorOf("district_id")}
        onValueChange={(district_id) => set({ district_id })}
      />
      <TextInput
        {...field("starts_at")}
        hint={t("starts_at_hint")}
        optionalLabel={t("optional")}
        type="datetime-local"
      />
      <TextInput
        {...field("ends_at")}
        hint={t("ends_at_hint")}
        optionalLabel={t("optional")}
        type="datetime-local"
      />
      {children}
      <TextInput
        {...field("sort")}
        hint={t("sort_hint")}
        optionalLabel={t("optional")}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
      />
    </Card>
  );
}
