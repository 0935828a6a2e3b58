import type { Lang } from "../../../../lib/lang";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Notice } from "../../../../ui/Notice";

/** A note that a text exists only in the other language; nothing if it is in the visitor's. */
export function OtherLanguage({ lang }: { lang: Lang }) {
  const { t } = useTranslation("content");
  if (lang === useScope().lang) return null;
  return <Notice icon="globe">{t(lang === "ar" ? "only_ar" : "only_en")}</Notice>;
}
