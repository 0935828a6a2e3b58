import { useQuery } from "@tanstack/react-query";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { NumberField, SwitchField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useAllRows } from "../../../../backoffice/useAllRows";
import { useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Isolate } from "../../../../lib/words";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { createStore, type Store, saveStore, servicesList, storeQuery } from "./api";
import { StateBadge, useClosing } from "./components/State";
import { useRecordSaved } from "./keep";
import { first, listed } from "./model";

const draftOf = (store: Store | null) => ({
  service: store?.service.id ?? "",
  name_en: store?.name_en ?? "",
  name_ar: store?.name_ar ?? "",
  about_en: store?.about_en ?? "",
  about_ar: store?.about_ar ?? "",
  logo: listed(store?.image),
  covers: listed(store?.cover),
  legal_name: store?.legal_name ?? "",
  tax_number: store?.tax_number ?? "",
  commission: String(store?.commission ?? 0),
  delivers: String(store?.delivers ?? "shop"),
  owned_by: String(store?.owned_by ?? "platform"),
  main_branch: store?.main_branch ?? "",
  active: store?.active ?? true,
});

/** A store, new or existing, with its branches. */
function StorePage() {
  const { t } = useTranslation("sellers");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(storeQuery(scope, isNew ? "" : params.id));
  const navigate = useNavigate();
  const keep = useRecordSaved();
  const closing = useClosing("stores", async () => {
    keep();
    await asked.refetch();
  });
  function saved(store: Store) {
    keep(storeQuery(scope, store.id).queryKey, store);
    if (isNew) navigate(`/stores/${encodeURIComponent(store.id)}`, { replace: true });
  }
  return (
    <RecordPage<Store>
      back={{ to: "/stores", label: t("stores") }}
      query={isNew ? null : asked}
      title={(store) => (store ? nameIn(scope.lang, store) : t("new_store"))}
      badge={(store) => store && <StateBadge state={store.state} />}
      actions={(store) => closing(store.id, store.state, nameIn(scope.lang, store))}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(store) => (
        <>
          {store && <Branches store={store} />}
          <StoreForm key={store?.id ?? "new"} store={store} onSaved={saved} />
        </>
      )}
    </RecordPage>
  );
}

function Branches({ store }: { store: Store }) {
  const { t } = useTranslation("sellers");
  return (
    <Card className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <h2 className="font-semibold">{t("branches")}</h2>
      {store.branches.map(({ id, name }) => (
        <Link key={id} to={`/branches/${encodeURIComponent(id)}`}>
          <Isolate>{name}</Isolate>
        </Link>
      ))}
      <ButtonLink size="sm" icon="plus" to={`/branches/new?store=${encodeURIComponent(store.id)}`}>
        {t("new_branch")}
      </ButtonLink>
    </Card>
  );
}

function StoreForm({ store, onSaved }: { store: Store | null; onSaved: (store: Store) => void }) {
  const { t } = useTranslation("sellers");
  const fixed = store?.terms_fixed === true;
  const scope = useScope();
  const services = useAllRows(servicesList(scope, {}));
  const tries = useTryKey();
  const form = useForm({
    name: `store:${store?.id ?? "new"}`,
    record: store,
    draftOf,
    labels: {
      service: t("service"),
      name_en: t("name_english"),
      name_ar: t("name_arabic"),
      about_en: t("about_english"),
      about_ar: t("about_arabic"),
      logo: t("logo"),
      covers: t("cover"),
      legal_name: t("legal_name"),
      tax_number: t("tax_number"),
      commission: t("commission"),
      delivers: t("delivers"),
      owned_by: t("owned_by"),
      main_branch: t("main_branch"),
      active: t("active"),
    },
    save: ({ logo, covers, ...values }, now) => {
      const owned_by = values.owned_by === "seller" ? ("seller" as const) : ("platform" as const);
      // The platform's own stores have no commission: a value typed before is ignored.
      const commission = owned_by === "seller" ? values.commission.trim() || "0" : "0";
      const body = { ...values, owned_by, commission, image: first(logo), cover: first(covers) };
      const made = { ...body, service: values.service || (services[0]?.id ?? "") };
      return now === null
        ? createStore(made, tries.of(made))
        : saveStore(now.id, { ...body, version: now.version });
    },
    onSaved,
  });
  const { field, values } = form;
  return (
    <RecordForm form={form}>
      <Card className="flex flex-col gap-5">
        {store === null && (
          <Select
            {...field("service")}
            value={values.service || (services[0]?.id ?? "")}
            required
            options={services.map((one) => ({ value: one.id, label: nameIn(scope.lang, one) }))}
          />
        )}
        <BilingualField form={form} name="name" label={t("name")} required />
        <BilingualField form={form} name="about" label={t("about")} lines={3} />
        {store !== null && store.branches.length > 1 && (
          <Select
            {...field("main_branch")}
            hint={t("main_branch_hint")}
            options={store.branches.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <div className="grid gap-5 sm:grid-cols-2">
          <PicturePicker {...field("logo")} max={1} />
          <PicturePicker {...field("covers")} max={1} />
        </div>
        <SwitchField {...field("active")} hint={t("active_hint")} />
      </Card>
      <Card className="flex flex-col gap-5">
        <h2 className="text-lg font-semibold">{t("tax")}</h2>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput {...field("legal_name")} autoComplete="off" hint={t("legal_name_hint")} />
          <TextInput {...field("tax_number")} dir="ltr" inputMode="numeric" autoComplete="off" />
        </div>
      </Card>
      <Card className="flex flex-col gap-5">
        <div>
          <h2 className="text-lg font-semibold">{t("settlement")}</h2>
          <p className="text-sm text-muted text-pretty">{t("settlement_text")}</p>
        </div>
        <RadioGroup
          {...field("owned_by")}
          layout="row"
          hint={t(fixed ? "terms_fixed" : "owned_by_hint")}
          options={[
            {
              value: "platform",
              label: t(fixed ? "owned_by_marketplace" : "owned_by_platform"),
              disabled: fixed,
            },
            { value: "seller", label: t("owned_by_seller"), disabled: fixed },
          ]}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          {values.owned_by === "seller" && (
            <NumberField
              {...field("commission")}
              inputMode="decimal"
              unit="%"
              readOnly={fixed}
              hint={fixed ? t("terms_fixed") : undefined}
            />
          )}
          <Select
            {...field("delivers")}
            disabled={fixed}
            hint={fixed ? t("terms_fixed") : undefined}
            options={[
              { value: "shop", label: t("delivers_shop") },
              { value: "store", label: t("delivers_store") },
            ]}
          />
        </div>
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("sellers:stores"), noIndex: true }),
  Component: StorePage,
});
