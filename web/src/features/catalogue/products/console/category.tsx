import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../../../api/errors";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { SwitchField } from "../../../../backoffice/fields";
import { nameIn } from "../../../../backoffice/nameIn";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Badge } from "../../../../ui/Badge";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import {
  archiveCategory,
  type Category,
  categoriesQuery,
  categoryQuery,
  choicesQuery,
  createCategory,
  forget,
  moveCategory,
  saveCategory,
} from "./api";
import { type ReturnClass, returnClasses, standardVat } from "./model";

/** A category, new or existing. */
function CategoryPage() {
  const { t } = useTranslation("catalogue");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(categoryQuery(scope, isNew ? "" : params.id));
  const client = useQueryClient();
  const navigate = useNavigate();

  function keep(saved: Category) {
    client.setQueryData(categoryQuery(scope, saved.id).queryKey, saved);
    void forget(client, "categories");
    toasts.show({ text: t("saved"), tone: "success" });
    if (isNew) navigate(`/categories/${encodeURIComponent(saved.id)}`, { replace: true });
  }
  const name = (one: Category) => nameIn(scope.lang, one);
  return (
    <RecordPage<Category>
      back={{ to: "/categories", label: t("categories") }}
      query={isNew ? null : asked}
      title={(one) => (one ? name(one) : t("new_category"))}
      badge={(one) => one?.archived && <Badge>{t("state_archived")}</Badge>}
      actions={(one) => [
        ...(one.can_restore
          ? [
              {
                id: "restore",
                label: t("restore"),
                run: async () => keep(await archiveCategory(one.id, false)),
              },
            ]
          : []),
        ...(one.can_archive
          ? [
              {
                id: "archive",
                label: t("archive"),
                danger: true,
                confirm: { title: t("archive_what", { what: name(one) }), text: t("archive_text") },
                run: async () => keep(await archiveCategory(one.id, true)),
              },
            ]
          : []),
      ]}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(one) => <CategoryForm key={one?.id ?? "new"} category={one} onSaved={keep} />}
    </RecordPage>
  );
}

function CategoryForm({
  category,
  onSaved,
}: {
  category: Category | null;
  onSaved: (saved: Category) => void;
}) {
  const { t } = useTranslation("catalogue");
  const scope = useScope();
  const all = useQuery(categoriesQuery(scope)).data ?? [];
  const choices = useQuery(choicesQuery(scope)).data;
  const services = choices?.services ?? [];
  const key = useTryKey();
  const form = useForm({
    name: `category:${category?.id ?? "new"}`,
    record: category,
    draftOf: (one: Category | null) => ({
      service_id: one?.service_id ?? "",
      parent_id: one?.parent_id ?? "",
      name_en: one?.name_en ?? "",
      name_ar: one?.name_ar ?? "",
      image: one?.picture ? [one.picture] : [],
      vat_bp: one?.vat_bp == null ? "" : String(one.vat_bp),
      return_class: one?.return_class ?? "",
      active: one?.active ?? true,
    }),
    labels: {
      service_id: t("service"),
      parent_id: t("parent"),
      name_en: t("name"),
      name_ar: t("name"),
      image: t("picture"),
      vat_bp: t("vat_new"),
      return_class: t("return_class"),
      active: t("shown"),
    },
    async save(values, now) {
      const { name_en, name_ar, active, parent_id } = values;
      const said = {
        name_en,
        name_ar,
        active,
        image: values.image[0] ?? "",
        vat_bp: values.vat_bp === "" ? null : Number(values.vat_bp),
        return_class: values.return_class === "" ? null : (values.return_class as ReturnClass),
      };
      if (now === null) {
        const body = {
          ...said,
          service_id: values.service_id || (services[0]?.id ?? ""),
          parent_id,
        };
        try {
          const made = await createCategory(body, key.of(body));
          key.answered();
          return made;
        } catch (failure) {
          key.answered(failure);
          throw failure;
        }
      }
      const saved = await saveCategory(now.id, { ...said, version: now.version });
      return parent_id === (now.parent_id ?? "") ? saved : moveCategory(now.id, parent_id, "");
    },
    onSaved,
  });
  const { field, values } = form;
  const service = values.service_id || (services[0]?.id ?? "");
  const parents = all.filter(
    (one) => one.service_id === service && !one.archived && one.id !== category?.id,
  );
  const above = all.find(({ id }) => id === values.parent_id);
  // A category with one of these names exists: it is offered instead.
  const twin =
    form.failure instanceof ApiError &&
    Object.keys(form.failure.errors)
      .find((name) => name.startsWith("twin."))
      ?.slice("twin.".length);
  function classOfNone(): string {
    if (category === null) return t("return_class_new");
    if (above) return t("return_class_above", { class: t(`return_${above.new_return_class}`) });
    const kind = services.find(({ id }) => id === service)?.return_class ?? "general";
    return t("return_class_kind", { class: t(`return_${kind}`) });
  }
  return (
    <RecordForm
      form={form}
      locked={category?.can_edit === false}
      saveLabel={t(category === null ? "create" : "save")}
    >
      <Card className="flex flex-col gap-5">
        {twin && (
          <Notice>
            <Link to={`/categories/${encodeURIComponent(twin)}`}>{t("open_twin")}</Link>
          </Notice>
        )}
        <BilingualField form={form} name="name" label={t("name")} required />
        <div className="grid gap-5 sm:grid-cols-2">
          {category === null && (
            <Select
              {...field("service_id")}
              value={service}
              onValueChange={(service_id) => form.set({ service_id, parent_id: "" })}
              options={services.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          <Select
            {...field("parent_id")}
            options={[
              { value: "", label: t("at_top") },
              ...parents.map((one) => ({
                value: one.id,
                label: `${"– ".repeat(one.depth)}${nameIn(scope.lang, one)}`,
              })),
            ]}
          />
        </div>
        <Select
          {...field("vat_bp")}
          hint={t("vat_new_hint")}
          options={[
            {
              value: "",
              label: above
                ? t("vat_of_above", { vat: t(`vat_${above.new_vat_bp as 0 | 500 | 1400}`) })
                : t("vat_of_shop", { vat: t(`vat_${standardVat}`) }),
            },
            ...(choices?.vats ?? [standardVat]).map((bp) => ({
              value: String(bp),
              label: t(`vat_${bp as 0 | 500 | 1400}`),
            })),
          ]}
        />
        <Select
          {...field("return_class")}
          hint={t("return_class_hint")}
          options={[
            { value: "", label: classOfNone() },
            ...returnClasses.map((one) => ({ value: one, label: t(`return_${one}`) })),
          ]}
        />
        <PicturePicker {...field("image")} max={1} />
        <SwitchField {...field("active")} disabled={category?.archived === true} />
      </Card>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:categories"), noIndex: true }),
  Component: CategoryPage,
});
