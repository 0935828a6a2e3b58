import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../api/errors";
import { useAction } from "../../../../api/useAction";
import { useTryKey } from "../../../../api/useTryKey";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { NumberField, TagsField } from "../../../../backoffice/fields";
import { meQuery } from "../../../../backoffice/me";
import { nameIn } from "../../../../backoffice/nameIn";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, useForm } from "../../../../backoffice/useForm";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { Link } from "../../../../ui/Link";
import { Notice } from "../../../../ui/Notice";
import { Select } from "../../../../ui/Select";
import {
  archiveProduct,
  categoriesQuery,
  choicesQuery,
  createProduct,
  duplicateProduct,
  forget,
  type Product,
  productQuery,
  publishProduct,
  saveProduct,
} from "./api";
import { ExtrasOf } from "./components/ExtrasOf";
import { Facts } from "./components/Facts";
import { FirstShelves } from "./components/FirstShelves";
import { OneNameWait } from "./components/NameWaits";
import { OptionsEditor } from "./components/OptionsEditor";
import { VariantGrid } from "./components/VariantGrid";
import {
  bodyOf,
  type Draft,
  draftOf,
  gridOf,
  newBodyOf,
  newCategory,
  soldBy,
  standardVat,
  unitWeights,
} from "./model";
import { tones } from "./products";

/** A product, new or existing, with its variants and the branches that sell it. */
function ProductPage() {
  const { t } = useTranslation("catalogue");
  const { params } = usePage();
  const scope = useScope();
  const isNew = params.id === "new";
  const asked = useQuery(productQuery(scope, isNew ? "" : params.id));
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useTryKey();
  const form = useRef<Form<Draft>>(null);
  const name = (product: Product) => nameIn(scope.lang, product);

  function keep(saved: Product, said = t("saved")) {
    client.setQueryData(productQuery(scope, saved.id).queryKey, saved);
    void forget(client, "products");
    void forget(client, "catalogue");
    if (isNew) void forget(client, "categories");
    toasts.show({ text: said, tone: "success" });
    if (saved.id !== params.id)
      navigate(`/products/${encodeURIComponent(saved.id)}`, { replace: isNew });
  }
  /** Publishes the typed version: it is saved first, and missing values are shown at their fields. */
  async function publish(id: string) {
    const typed = form.current;
    if (typed?.changed) {
      if (!(await typed.submit())) return;
      // The new name needs the approval of a second person; the other changes are pending with it.
      if (client.getQueryData(productQuery(scope, id).queryKey)?.waits) return;
    }
    try {
      keep(await publishProduct(id, true), t("now_published"));
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.status === 422 && form.current)) throw failure;
      form.current.refuse(failure);
    }
  }
  return (
    <RecordPage<Product>
      back={{ to: "/products", label: t("products") }}
      query={isNew ? null : asked}
      title={(one) => (one ? name(one) : t("new_product"))}
      badge={(one) => one && <Badge tone={tones[one.state]}>{t(`state_${one.state}`)}</Badge>}
      actions={(one) => [
        ...(one.can_publish && one.state === "draft"
          ? [
              {
                id: "publish",
                label: t("publish"),
                run: () => publish(one.id),
              },
            ]
          : []),
        ...(one.can_publish && one.state === "published"
          ? [
              {
                id: "hide",
                label: t("unpublish"),
                run: async () => keep(await publishProduct(one.id, false), t("now_draft")),
              },
            ]
          : []),
        ...(one.can_edit
          ? [
              {
                id: "duplicate",
                label: t("duplicate"),
                run: async () => {
                  const made = await duplicateProduct(one.id, key.of([one.id, one.version]));
                  key.answered();
                  keep(made, t("duplicated"));
                },
              },
            ]
          : []),
        ...(one.can_restore
          ? [
              {
                id: "restore",
                label: t("restore"),
                run: async () => keep(await archiveProduct(one.id, false)),
              },
            ]
          : []),
        ...(one.can_archive
          ? [
              {
                id: "archive",
                label: t("archive"),
                danger: true,
                confirm: {
                  title: t("archive_what", { what: name(one) }),
                  text: t("archive_product_text"),
                },
                run: async () => keep(await archiveProduct(one.id, true)),
              },
            ]
          : []),
      ]}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(one) => (
        <>
          {one?.waits && (
            <RecordSection title={t("waits")} text={t("name_waits_here")}>
              <OneNameWait wait={one.waits} />
            </RecordSection>
          )}
          {one && <Sellers product={one} />}
          {one && <ExtrasOf product={one.id} may={one.can_edit} />}
          <ProductForm
            key={one?.id ?? "new"}
            product={one}
            handle={form}
            onPublish={one?.can_publish && one.state === "draft" ? () => publish(one.id) : null}
            onSaved={(saved) => keep(saved, saved.waits ? t("name_waits_said") : t("saved"))}
          />
        </>
      )}
    </RecordPage>
  );
}

/** The branches that sell the product, with links to its prices there. */
function Sellers({ product }: { product: Product }) {
  const { t } = useTranslation("catalogue");
  const format = useFormat();
  if (product.sellers.length === 0) return null;
  return (
    <RecordSection title={t("sold_at")}>
      {product.state === "published" && product.sellers.every(({ priced }) => priced === 0) && (
        <Notice tone="warning">{t("nowhere_priced")}</Notice>
      )}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {product.sellers.map(({ branch, priced, lowest }) => (
          <li
            key={branch.id}
            className="relative flex min-h-12 items-center gap-3 border-b border-line"
          >
            <Link
              look="cover"
              to={`/prices?branch=${encodeURIComponent(branch.id)}&product=${encodeURIComponent(product.id)}`}
              className="min-w-0 flex-1 font-medium"
            >
              <Isolate>{branch.name}</Isolate>
            </Link>
            <span className="text-sm text-muted">
              {priced === 0 ? t("no_price") : format.money(lowest)}
            </span>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}

function ProductForm({
  product,
  handle,
  onPublish,
  onSaved,
}: {
  product: Product | null;
  /** Publishes the product after saving it; null where that is not possible. */
  onPublish: (() => Promise<void>) | null;
  /** Gives the page access to the form, to publish its input. */
  handle: RefObject<Form<Draft> | null>;
  onSaved: (saved: Product) => void;
}) {
  const { t } = useTranslation("catalogue");
  const scope = useScope();
  const choices = useQuery(choicesQuery(scope)).data;
  const categories = useQuery(categoriesQuery(scope)).data ?? [];
  const granted = useQuery(meQuery(scope)).data?.capabilities ?? [];
  const publishing = useAction();
  const key = useTryKey();
  const [weighed, setWeighed] = useState((product?.unit_grams ?? 0) > 0);
  const { amount } = useFormat();
  const form = useForm<Product, Draft>({
    name: `product:${product?.id ?? "new"}`,
    record: product,
    draftOf,
    labels: {
      store_id: t("store"),
      category_id: t("category"),
      name_en: t("name"),
      name_ar: t("name"),
      description_en: t("description"),
      description_ar: t("description"),
      unit_en: t("unit"),
      unit_ar: t("unit"),
      keywords: t("keywords"),
      tags: t("tags"),
      images: t("pictures"),
      attributes: t("facts"),
      options: t("options"),
      variants: t("variants"),
      min_qty: t(weighed ? "min_grams" : "min_qty"),
      max_qty: t(weighed ? "max_grams" : "max_qty"),
      step_qty: t(weighed ? "step_grams" : "step_qty"),
      unit_grams: t("sold_by"),
      vat_bp: t("vat"),
      category_en: t("new_category_name"),
      category_ar: t("new_category_name"),
      counted: t("counted"),
      shelves: t("first_shelves"),
    },
    async save(values, now) {
      const full = { ...values, store_id: values.store_id || (choices?.stores[0]?.id ?? "") };
      if (now !== null) return saveProduct(now.id, { ...bodyOf(full), version: now.version });
      const body = newBodyOf(
        { ...full, category_id: category, vat_bp: values.vat_bp || String(newVat) },
        priced ? sellers.map(({ id }) => id) : [],
        granted.includes("stock.set"),
      );
      try {
        const made = await createProduct(body, key.of(body));
        key.answered();
        return made;
      } catch (failure) {
        key.answered(failure);
        throw failure;
      }
    },
    onSaved,
  });
  useEffect(() => {
    handle.current = form;
    return () => {
      handle.current = null;
    };
  }, [handle, form]);
  const { field, values, errorOf, set } = form;
  const store = choices?.stores.find(({ id }) => id === values.store_id) ?? choices?.stores[0];
  const names = (list: unknown) => (Array.isArray(list) ? String(list.length) : "");
  const sellers = (choices?.branches ?? []).filter(({ store_id }) => store_id === store?.id);
  const priced = product === null && granted.includes("prices.set") && sellers.length > 0;
  const shelf = categories.filter((one) => one.service_id === store?.service_id && !one.archived);
  // The first product of a service creates its first category.
  const category =
    values.category_id || (product === null && shelf.length === 0 ? newCategory : "");
  const newVat = categories.find(({ id }) => id === category)?.new_vat_bp ?? standardVat;
  const label = (one: (typeof categories)[number]) =>
    `${"– ".repeat(one.depth)}${nameIn(scope.lang, one)}`;
  return (
    <RecordForm
      form={form}
      locked={product?.can_edit === false}
      saveLabel={t(product === null ? "create_draft" : "save")}
      aside={
        onPublish && (
          <Button
            variant="soft"
            size="lg"
            loading={publishing.busy}
            loadingLabel={t("saving_now")}
            onClick={() => void publishing.run(onPublish)}
          >
            {t("publish")}
          </Button>
        )
      }
      shown={{ attributes: names, options: names, variants: names, images: names }}
    >
      {publishing.problem && (
        <Notice tone="trouble" live>
          {publishing.problem}
        </Notice>
      )}
      <RecordSection title={t("texts")}>
        <BilingualField form={form} name="name" label={t("name")} required />
        <BilingualField form={form} name="description" label={t("description")} lines={4} />
        <PicturePicker {...field("images")} max={20} hint={t("pictures_hint")} />
      </RecordSection>
      <RecordSection title={t("shelf")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Select
            {...field("store_id")}
            value={store?.id ?? ""}
            onValueChange={(store_id) => set({ store_id, category_id: "" })}
            options={(choices?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
          <Select
            {...field("category_id")}
            value={category}
            required
            placeholder={t("choose")}
            options={[
              ...shelf.map((one) => ({ value: one.id, label: label(one) })),
              ...(product === null ? [{ value: newCategory, label: t("make_category") }] : []),
            ]}
          />
          <Select
            {...field("vat_bp")}
            hint={t("vat_hint")}
            options={[
              ...(product === null
                ? [
                    {
                      value: "",
                      label: t("vat_of_category", { vat: t(`vat_${newVat as 0 | 500 | 1400}`) }),
                    },
                  ]
                : []),
              ...(choices?.vats ?? [standardVat]).map((bp) => ({
                value: String(bp),
                label: t(`vat_${bp as 0 | 500 | 1400}`),
              })),
            ]}
          />
        </div>
        {category === newCategory && (
          <BilingualField form={form} name="category" label={t("new_category_name")} required />
        )}
        <Select
          {...field("unit_grams")}
          hint={t(product === null ? "sold_by_hint" : "sold_by_fixed")}
          onValueChange={(grams) => {
            setWeighed(grams !== "0");
            set(soldBy(grams));
          }}
          options={[
            { value: "0", label: t("by_piece") },
            ...unitWeights.map((grams) => ({
              value: String(grams),
              label: t("by_weight", { weight: amount(1, grams) }),
            })),
          ]}
        />
        <BilingualField form={form} name="unit" label={t("unit")} hint={t("unit_hint")} />
        <div className="grid gap-5 sm:grid-cols-3">
          <NumberField {...field("min_qty")} />
          <NumberField {...field("max_qty")} hint={t("max_qty_hint")} />
          <NumberField {...field("step_qty")} hint={weighed ? undefined : t("step_qty_hint")} />
        </div>
        <TagsField {...field("keywords")} hint={t("keywords_hint")} />
        <TagsField {...field("tags")} hint={t("tags_hint")} known={choices?.tags} />
      </RecordSection>
      {priced && values.options.length === 0 && (
        <FirstShelves
          form={form}
          branches={sellers}
          weighed={weighed}
          stock={granted.includes("stock.set")}
        />
      )}
      <RecordSection title={t("variants")} text={t("variants_text")}>
        <OptionsEditor
          options={values.options}
          errorOf={errorOf}
          onChange={(options) => set({ options, variants: gridOf(options, values.variants) })}
        />
        <VariantGrid
          options={values.options}
          variants={values.variants}
          errorOf={errorOf}
          onChange={(variants) => set({ variants })}
        />
        {product !== null && product.retired.length > 0 && (
          <p className="text-sm text-muted">
            {t("retired", { what: product.retired.map(({ sku }) => sku).join(" · ") })}
          </p>
        )}
      </RecordSection>
      <RecordSection title={t("facts")} text={t("facts_text")}>
        <Facts
          facts={values.attributes}
          errorOf={errorOf}
          onChange={(attributes) => set({ attributes })}
        />
        <div>
          <Button
            icon="plus"
            onClick={() =>
              set({
                attributes: [
                  ...values.attributes,
                  { name: { en: "", ar: "" }, value: { en: "", ar: "" } },
                ],
              })
            }
          >
            {t("add_fact")}
          </Button>
        </div>
      </RecordSection>
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("catalogue:products"), noIndex: true }),
  Component: ProductPage,
});
