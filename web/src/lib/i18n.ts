/**
 * Texts. i18next with our own plural rules and formatting, because the server's engine has no Intl
 * and both sides must write the same words. One namespace per feature: the files
 * src/locales/{en,ar}/<feature>.json.
 *
 * In a text, {{name}} is replaced; a number is written in the visitor's figures, and a text of the
 * other direction is isolated, so neither needs care where the text is used. Plural texts end in
 * _zero _one _two _few _many _other (Arabic) or _one _other (English) and take `count`.
 */

import { createInstance, type FormatterModule, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { isolateIn } from "./bidi";
import { formatNumber } from "./format/figures";
import type { Figures, Lang } from "./lang";
import { pluralForm, pluralForms } from "./plural";

export type Texts = { [key: string]: string | Texts };
/** Namespace name → its texts. */
export type Resources = Record<string, Texts>;

export function createI18n(lang: Lang, figures: Figures, resources: Resources): i18n {
  const instance = createInstance();
  const formatter: FormatterModule = {
    type: "formatter",
    init: () => {},
    add: () => {},
    addCached: () => {},
    format: (value: unknown) => {
      if (typeof value === "number") return formatNumber(value, figures);
      return typeof value === "string" ? isolateIn(lang, value) : String(value ?? "");
    },
  };
  instance
    .use(formatter)
    .use(initReactI18next)
    .init({
      lng: lang,
      fallbackLng: false,
      supportedLngs: ["en", "ar"],
      resources: { [lang]: resources },
      ns: Object.keys(resources),
      defaultNS: "shell",
      initAsync: false,
      returnNull: false,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18n: "", bindI18nStore: "" },
    });
  installPluralRules(instance, lang);
  return instance;
}

/** i18next asks an object like Intl.PluralRules; this one needs no Intl. */
function installPluralRules(instance: i18n, lang: Lang): void {
  const resolver: { getRule: () => unknown } = instance.services.pluralResolver;
  resolver.getRule = () => ({
    select: (count: number) => pluralForm(lang, count),
    resolvedOptions: () => ({ pluralCategories: [...pluralForms[lang]] }),
  });
}

/** "./en/cart.json" → namespace "cart": turns what import.meta.glob finds into resources. */
export function toResources(files: Record<string, Texts>): Resources {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.replace(/^.*\//, "").replace(/\.json$/, ""),
      texts,
    ]),
  );
}
