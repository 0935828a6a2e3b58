import { useQuery, useQueryClient } from "@tanstack/react-query";
import { BilingualField } from "../../../../backoffice/BilingualField";
import { SwitchField } from "../../../../backoffice/fields";
import { PicturePicker } from "../../../../backoffice/pictures/PicturePicker";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { type Form, useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Badge } from "../../../../ui/Badge";
import { TextInput } from "../../../../ui/TextInput";
import { type Shop, saveShop, setUpQuery, shopQuery } from "./api";
import { contrastToWhite, leastContrast, type ShopDraft, shopBody, shopDraft } from "./model";

/** The shop's identity: the name and colour that customers see, and the data on its documents. */
function ShopPage() {
  const { t } = useTranslation("setup");
  const shop = useQuery(shopQuery(useScope()));
  return (
    <RecordPage<Shop>
      back={{ to: "/setup", label: t("title") }}
      query={shop}
      title={() => t("shop_title")}
      history={() => <RecordHistory object="shop.profile" />}
    >
      {(record) => record && <ShopForm shop={record} />}
    </RecordPage>
  );
}

function ShopForm({ shop }: { shop: Shop }) {
  const { t } = useTranslation("setup");
  const scope = useScope();
  const client = useQueryClient();
  const form = useForm<Shop, ShopDraft>({
    name: "shop",
    record: shop,
    draftOf: shopDraft,
    labels: {
      name_ar: t("name_ar"),
      name_en: t("name_en"),
      colour: t("colour"),
      logo: t("logo"),
      icon: t("icon"),
      heading_ar: t("heading_arabic"),
      heading_en: t("heading_english"),
      intro_ar: t("intro_arabic"),
      intro_en: t("intro_english"),
      tagline_ar: t("tagline_arabic"),
      tagline_en: t("tagline_english"),
      legal_name: t("legal_name"),
      tax_number: t("tax_number"),
      commercial: t("commercial"),
      vat_payer: t("vat_payer"),
      vat_number: t("vat_number"),
    },
    save: (values, record) => saveShop(shopBody(values, record?.version ?? 0)),
    onSaved: (saved) => {
      client.setQueryData(shopQuery(scope).queryKey, saved);
      void client.invalidateQueries({ queryKey: setUpQuery(scope).queryKey });
      toasts.show({ text: t("shop_saved"), tone: "success" });
    },
  });
  return (
    <RecordForm form={form}>
      <RecordSection title={t("shop_seen")} text={t("shop_seen_text")}>
        <BilingualField form={form} name="name" label={t("name")} required />
        <Colour form={form} />
        <PicturePicker {...form.field("logo")} max={1} hint={t("logo_hint")} />
        <PicturePicker {...form.field("icon")} max={1} hint={t("icon_hint")} />
      </RecordSection>
      <RecordSection title={t("shop_words")} text={t("shop_words_text")}>
        <BilingualField form={form} name="heading" label={t("heading")} />
        <BilingualField form={form} name="intro" label={t("intro")} />
        <BilingualField form={form} name="tagline" label={t("tagline")} hint={t("tagline_hint")} />
      </RecordSection>
      <RecordSection title={t("shop_papers")} text={t("shop_papers_text")}>
        <TextInput {...form.field("legal_name")} dir="auto" autoComplete="organization" />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            {...form.field("tax_number")}
            dir="ltr"
            inputMode="numeric"
            hint={t("tax_hint")}
          />
          <TextInput {...form.field("commercial")} dir="ltr" inputMode="numeric" />
        </div>
        <SwitchField {...form.field("vat_payer")} hint={t("vat_hint")} />
        {form.values.vat_payer && (
          <TextInput {...form.field("vat_number")} dir="ltr" inputMode="numeric" required />
        )}
      </RecordSection>
    </RecordForm>
  );
}

/** A colour as a text field and a colour picker. */
function Colour({ form }: { form: Form<ShopDraft> }) {
  const { t } = useTranslation("setup");
  const { value } = form.field("colour");
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <TextInput
          {...form.field("colour")}
          dir="ltr"
          hint={t("colour_hint")}
          className="max-w-xs flex-1"
          spellCheck={false}
        />
        <input
          type="color"
          aria-label={t("colour_pick")}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : "#0e7a5f"}
          onChange={(event) => form.set({ colour: event.target.value })}
          className="mt-7 h-12 w-16 shrink-0 cursor-pointer rounded-control border border-control bg-card p-1"
        />
      </div>
      <Contrast colour={value} />
    </div>
  );
}

/** Shows before saving whether white text on a colour is readable. */
function Contrast({ colour }: { colour: string }) {
  const { t } = useTranslation("setup");
  const { number } = useFormat();
  const ratio = contrastToWhite(colour);
  if (ratio === null) return null;
  const fits = ratio >= leastContrast;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm" aria-live="polite">
      <span
        aria-hidden="true"
        ref={(sample) => {
          sample?.style.setProperty("background-color", colour);
        }}
        className="inline-flex min-h-11 items-center rounded-control px-4 font-medium text-white"
      >
        {t("colour_sample")}
      </span>
      <span>{t("colour_ratio", { ratio: number(Math.floor(ratio * 10) / 10, 1) })}</span>
      <Badge tone={fits ? "good" : "trouble"}>{t(fits ? "colour_fits" : "colour_faint")}</Badge>
    </p>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("setup:shop_title"), noIndex: true }),
  Component: ShopPage,
});
