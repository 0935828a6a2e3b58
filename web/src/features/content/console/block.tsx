import { useQuery } from "@tanstack/react-query";
import type { Category } from "../../../api/types";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Card } from "../../../ui/Card";
import { RadioGroup } from "../../../ui/RadioGroup";
import { Select } from "../../../ui/Select";
import { blockQuery, categoriesQuery, deleteBlock, type EditableBlock, saveBlock } from "./api";
import { Both } from "./components/Both";
import { Delete } from "./components/Delete";
import { EditForm } from "./components/EditForm";
import { EditFrame } from "./components/Frame";
import { Stand } from "./components/Narrow";
import { Placement } from "./components/Placement";
import { ProductList } from "./components/ProductList";
import { followed, Slug } from "./components/Slug";
import { Spoken } from "./components/Spoken";
import { blockBody, blockDraft, emptyBlock, rules, spoken } from "./model";
import { useEditing } from "./useEditing";
import { useStoring } from "./useStoring";

/** A new row of products, or one there is. */
function BlockPage() {
  const { t } = useTranslation("content");
  const { params } = usePage();
  const isNew = params.id === "new";
  const block = useQuery(blockQuery(useScope(), isNew ? "" : params.id));
  const saved = block.data;
  return (
    <EditFrame
      section="blocks"
      query={isNew ? null : block}
      title={saved ? <Spoken en={saved.title_en} ar={saved.title_ar} /> : t("block_new")}
      lead={saved && <Stand state={saved.state} />}
    >
      {(data) => <Form block={data} />}
    </EditFrame>
  );
}

function Form({ block }: { block: EditableBlock | null }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const id = block?.id ?? "";
  const editing = useEditing(`block:${id || "new"}`, block ? blockDraft(block) : emptyBlock);
  const storing = useStoring("blocks", editing, blockQuery);
  const { draft, set, errorOf } = editing;
  const isNew = block === null;
  const ofCategory = draft.rule === "category";

  const submit = () =>
    storing.save(isNew, (now) =>
      saveBlock(id, blockBody({ ...now, slug: followed(isNew, now) }, block ?? undefined)),
    );
  return (
    <EditForm
      editing={editing}
      onSubmit={() => void submit()}
      saveLabel={t(block ? "save" : "create")}
      aside={
        block && (
          <Delete
            what={spoken(scope.lang, block.title_en, block.title_ar).text}
            onDelete={() => storing.remove(() => deleteBlock(id))}
          />
        )
      }
    >
      <Both editing={editing} parts={[{ name: "title", label: t("title_label") }]} />
      <Placement editing={editing} everyService={false} />
      <Card className="flex flex-col gap-5">
        <RadioGroup
          label={t("rule")}
          name="rule"
          layout="row"
          value={draft.rule}
          error={ofCategory ? undefined : errorOf("rule")}
          onValueChange={(rule) => set({ rule })}
          options={rules.map((rule) => ({ value: rule, label: t(`rule_${rule}`) }))}
        />
        {ofCategory && (
          <CategoryChoice
            service={draft.service_id}
            value={draft.category}
            error={errorOf("rule")}
            onChange={(category) => set({ category })}
          />
        )}
        {draft.rule === "list" && (
          <ProductList
            service={draft.service_id}
            slugs={draft.products}
            known={block?.chosen ?? []}
            error={errorOf("products")}
            onChange={(products) => set({ products })}
          />
        )}
        <Slug editing={editing} isNew={isNew} />
      </Card>
    </EditForm>
  );
}

/** Every category below another, with where it stands. */
function flat(categories: readonly Category[], above = ""): { value: string[]; label: string }[] {
  return categories.flatMap(({ id, slug, name, children }) => {
    const label = above === "" ? name : `${above} › ${name}`;
    return [{ value: [id, slug], label }, ...flat(children, label)];
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
  const tree = useQuery(categoriesQuery(useScope(), service)).data ?? [];
  const all = flat(tree);
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
