import { useQuery } from "@tanstack/react-query";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { ChoicesField, SwitchField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { ProductFinder } from "../../../../backoffice/ProductFinder";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { useRecordSaved } from "../../../../backoffice/useRecordSaved";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Select } from "../../../../ui/Select";
import { WeekFields } from "../../../locations/branches/console/components/WeekFields";
import {
  archiveMenu,
  categoriesQuery,
  choicesQuery,
  createMenu,
  listPath,
  type Menu,
  menuQuery,
  saveMenu,
} from "./api";
import { tones } from "./list";
import { bodyOf, type Draft, draftOf } from "./model";
import { useHoursText } from "./useHoursText";

/** A menu of a store, new or existing. */
function MenuPage() {
  const { t } = useTranslation("menus");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(menuQuery(scope, isNew ? "" : params.id));

  const kept = useRecordSaved();
  const keep = (saved: Menu) =>
    kept({
      key: menuQuery(scope, saved.id).queryKey,
      saved,
      lists: listPath,
      said: t("saved"),
      address: isNew && `/menus/${encodeURIComponent(saved.id)}`,
    });
  return (
    <RecordPage<Menu>
      back={{ to: "/menus", label: t("title") }}
      query={isNew ? null : asked}
      title={(one) => (one ? nameIn(scope.lang, one) : t("new"))}
      badge={(one) => one && <Badge tone={tones[one.state]}>{t(`state_${one.state}`)}</Badge>}
      actions={(one) =>
        one.can_archive || one.can_restore
          ? [
              {
                id: "archive",
                label: t(one.can_archive ? "archive" : "restore"),
                run: async () => keep(await archiveMenu(one.id, one.can_archive)),
              },
            ]
          : []
      }
      history={(one) => <RecordHistory object={one.id} />}
    >
      {(one) => <MenuForm key={one?.id ?? "new"} menu={one} onSaved={keep} />}
    </RecordPage>
  );
}

function MenuForm({ menu, onSaved }: { menu: Menu | null; onSaved: (saved: Menu) => void }) {
  const { t } = useTranslation("menus");
  const scope = useScope();
  const hoursText = useHoursText();
  const choices = useQuery(choicesQuery(scope)).data;
  const stores = choices?.stores ?? [];
  const all = useQuery(categoriesQuery(scope)).data ?? [];
  const key = useTryKey();
  const form = useForm<Menu, Draft>({
    name: `menu:${menu?.id ?? "new"}`,
    record: menu,
    draftOf,
    labels: {
      store_id: t("store"),
      name_en: t("name"),
      name_ar: t("name"),
      branches: t("branches"),
      hours: t("hours"),
      categories: t("categories"),
      products: t("products"),
      active: t("active"),
    },
    async save(values, now) {
      const body = bodyOf(values);
      if (now !== null) return saveMenu(now.id, { ...body, version: now.version });
      const made = { ...body, store_id: values.store_id || (stores[0]?.id ?? "") };
      try {
        const saved = await createMenu(made, key.of(made));
        key.answered();
        return saved;
      } catch (failure) {
        key.answered(failure);
        throw failure;
      }
    },
    onSaved,
  });
  const { field, values, errorOf, set } = form;
  const store = stores.find(({ id }) => id === values.store_id) ?? stores[0];
  const branches = (choices?.branches ?? []).filter(({ store_id }) => store_id === store?.id);
  const categories = all.filter(
    (one) =>
      one.service_id === store?.service_id && (!one.archived || values.categories.includes(one.id)),
  );
  const amount = (list: unknown) => (Array.isArray(list) ? String(list.length) : "");
  return (
    <RecordForm
      form={form}
      locked={menu?.can_edit === false}
      saveLabel={t("save")}
      shown={{
        hours: hoursText,
        branches: amount,
        categories: amount,
        products: amount,
        active: (on) => t(on ? "state_on" : "state_off"),
      }}
    >
      <RecordSection title={t("menu")} text={t("menu_text")}>
        <BilingualField form={form} name="name" label={t("name")} required />
        {menu === null && stores.length > 1 && (
          <Select
            {...field("store_id")}
            value={store?.id ?? ""}
            // The selection belongs to the previous store.
            onValueChange={(store_id) =>
              set({ store_id, branches: [], categories: [], products: [] })
            }
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          />
        )}
        <SwitchField {...field("active")} hint={t("active_hint")} />
        {branches.length > 1 && (
          <>
            <ChoicesField
              {...field("branches")}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
            />
            <p className="text-sm text-muted">{t("branches_hint")}</p>
          </>
        )}
      </RecordSection>
      <RecordSection title={t("contents")} text={t("contents_text")}>
        {categories.length > 0 && (
          <ChoicesField
            {...field("categories")}
            tree
            options={categories.map((one) => ({
              value: one.id,
              label: `${"– ".repeat(one.depth)}${nameIn(scope.lang, one)}`,
            }))}
          />
        )}
        <ProductFinder
          label={t("products")}
          store={store?.id ?? ""}
          chosen={values.products}
          known={menu?.named ?? []}
          error={errorOf("products")}
          // A menu needs products or categories: setting both clears the error of the categories, too.
          onChange={(products) => set({ products, categories: values.categories })}
        />
      </RecordSection>
      <RecordSection title={t("hours")} text={t("hours_text")}>
        <WeekFields value={values.hours} onChange={(hours) => set({ hours })} errorOf={errorOf} />
      </RecordSection>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("menus:title"), noIndex: true }),
  Component: MenuPage,
});
