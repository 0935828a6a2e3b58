import { useQuery } from "@tanstack/react-query";
import type { Data } from "../../../../api/operations";
import { nameIn } from "../../../../backoffice/nameIn";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { Select } from "../../../../ui/Select";
import { TextInput } from "../../../../ui/TextInput";
import { blockQuery, categoriesQuery, deleteBlock, type EditableBlock, saveBlock } from "./api";
import { BothLanguages } from "./components/BothLanguages";
import { Stand } from "./components/Narrow";
import { Placement, usePlacementWords } from "./components/Placement";
import { ProductList } from "./components/ProductList";
import { Slug } from "./components/Slug";
import { Spoken } from "./components/Spoken";
import { blockBody, blockDraft, pathOf, rules, spoken } from "./model";
import { useContentForm, useDeleting, useInBoth } from "./useContent";

/** A row of products, new or existing. */
function BlockPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const block = useQuery(blockQuery(scope, isNew ? "" : params.id));
  const deleting = useDeleting("blocks", deleteBlock);
  return (
    <RecordPage<EditableBlock>
      back={{ to: pathOf("blocks"), label: t("section_blocks") }}
      query={isNew ? null : block}
      title={(saved) =>
        saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("block_new")
      }
      badge={(saved) => saved && <Stand state={saved.state} />}
      actions={({ id, title_en, title_ar }) => [
        deleting(id, spoken(scope.lang, title_en, title_ar).text),
      ]}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(saved) => <BlockForm block={saved} />}
    </RecordPage>
  );
}

function BlockForm({ block }: { block: EditableBlock | null }) {
  const { t } = useTranslation("content");
  const inBoth = useInBoth();
  const placement = usePlacementWords();
  const form = useContentForm({
    section: "blocks",
    record: block,
    draftOf: blockDraft,
    labels: {
      ...placement.labels,
      ...inBoth({ title: t("title_label") }),
      rule: t("rule"),
      category: t("category"),
      products: t("products"),
      day_from: t("day_from"),
      day_to: t("day_to"),
      slug: t("slug"),
    },
    queryOf: blockQuery,
    save: (id, values, now) => saveBlock(id, blockBody(values, now)),
  });
  const { values, set, errorOf } = form;
  const hour = (name: "day_from" | "day_to") => ({
    name,
    label: t(name),
    optionalLabel: t("optional"),
    type: "time",
    value: values[name],
    error: errorOf(name),
    onValueChange: (value: string) => set({ [name]: value }),
  });
  const ofCategory = values.rule === "category";
  return (
    <RecordForm
      form={form}
      saveLabel={t(block ? "save" : "create")}
      shown={{
        ...placement.shown,
        rule: (rule) => t(`rule_${rules.find((one) => one === rule) ?? "list"}`),
      }}
    >
      <BothLanguages form={form} parts={[{ name: "title", label: t("title_label") }]} />
      <Placement form={form} everyService={false}>
        <TextInput {...hour("day_from")} hint={t("day_from_hint")} />
        <TextInput {...hour("day_to")} />
      </Placement>
      <Card className="flex flex-col gap-5">
        <RadioGroup
          label={t("rule")}
          name="rule"
          layout="row"
          value={values.rule}
          error={ofCategory ? undefined : errorOf("rule")}
          onValueChange={(rule) => set({ rule })}
          options={rules.map((rule) => ({ value: rule, label: t(`rule_${rule}`) }))}
        />
        {ofCategory && (
          <CategoryChoice
            service={values.service_id}
            value={values.category}
            error={errorOf("rule")}
            onChange={(category) => set({ category })}
          />
        )}
        {values.rule === "list" && (
          <ProductList
            service={values.service_id}
            slugs={values.products}
            known={block?.chosen ?? []}
            error={errorOf("products")}
            onChange={(products) => set({ products })}
          />
        )}
        <Slug form={form} isNew={block === null} />
      </Card>
    </RecordForm>
  );
}

type Category = Data<"GET", "/console/categories">[number];

/** Every category with its path in the tree. */
function placed(all: readonly Category[], lang: string): { value: string[]; label: string }[] {
  const labels = new Map<string | null, string>();
  return all.map((category) => {
    const { id, slug, parent_id } = category;
    const name = nameIn(lang, category);
    const above = labels.get(parent_id);
    const label = above === undefined ? name : `${above} › ${name}`;
    labels.set(id, label);
    return { value: [id, slug], label };
  });
}

function CategoryChoice({
  service,
  value,
  error,
  onChange,
}: {
  service: string;
  value: string;
  error: string | undefined;
  onChange: (slug: string) => void;
}) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const all = placed(useQuery(categoriesQuery(scope, service)).data ?? [], scope.lang);
  // A rule may name a category by its id or its slug.
  const current = all.find((one) => one.value.includes(value))?.value[1] ?? value;
  const known = all.some((one) => one.value[1] === current) || current === "";
  return (
    <Select
      label={t("category")}
      name="category"
      required
      placeholder={t(service === "" ? "choose_service" : "choose")}
      options={[
        ...(known ? [] : [{ value: current, label: current }]),
        ...all.map((one) => ({ value: one.value[1] ?? "", label: one.label })),
      ]}
      value={current}
      error={error}
      onValueChange={onChange}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_blocks"), noIndex: true }),
  Component: BlockPage,
});
