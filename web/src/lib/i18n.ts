/**
 * Texts. One namespace per feature: the files src/locales/{en,ar}/<feature>.json, requested as "cart:add" or, inside
 * `useTranslation("cart")`, as "add"; "a.b" reaches into objects.
 *
 * In a text, {{name}} is replaced; a number is written in the visitor's numerals, and a text of the other direction is
 * isolated, so neither needs care where the text is used. Plural texts end in _zero _one _two _few _many _other
 * (Arabic) or _one _other (English) and take `count`.
 *
 * The format of the files and of `t` is i18next's; the implementation is ours, because i18next and its React binding
 * weigh 24 KB of the 150 a first page may have, and need Intl, which the server's engine lacks (docs/decisions).
 */

import { isolateIn } from "./bidi";
import { formatNumber, latinNumbers } from "./format/figures";
import type { Figures, Lang } from "./lang";
import { pluralForm } from "./plural";

export type Texts = { [key: string]: string | Texts };
/** Namespace name → its texts. */
export type Resources = Record<string, Texts>;

export type Values = Record<string, string | number | null | undefined>;

/** The text of a key, with its values filled in; an unknown key is returned unchanged. */
export interface Translate {
  (key: string, values?: Values): string;
  /** Fills {{name}} in a text that is already available. */
  fill(text: string, values: Values): string;
}

export interface I18n {
  readonly language: Lang;
  readonly figures: Figures;
  /** For keys with a namespace, and for the shell's keys without one. */
  readonly t: Translate;
  /** For keys without a namespace, which are searched for in these namespaces, in order. */
  in(...namespaces: string[]): Translate;
  /** Adds texts that were loaded later, before anything uses them. */
  add(more: Resources): void;
}

export function createI18n(
  lang: Lang,
  figures: Figures,
  first: Resources,
  brand?: readonly [string, string],
  own: Readonly<Record<string, string>> = {},
): I18n {
  const resources = { ...first };
  const find = (key: string, namespaces: readonly string[]): string | undefined => {
    const at = key.indexOf(":");
    const spaces = at < 0 ? namespaces : [key.slice(0, at)];
    const parts = key.slice(at + 1).split(".");
    for (const space of spaces) {
      const written = own[`${space}:${parts.join(".")}`];
      if (written !== undefined) return written;
      let found: string | Texts | undefined = resources[space];
      for (const part of parts) found = typeof found === "object" ? found[part] : undefined;
      if (typeof found === "string") return found;
    }
    return undefined;
  };

  // Texts are split once: rendering a listing fills the same ones in for every product.
  const cut = new Map<string, readonly string[]>();
  const fill = (text: string, values: Values): string => {
    let parts = cut.get(text);
    if (!parts) {
      parts = text.split(/\{\{\s*(\w+)\s*\}\}/);
      cut.set(text, parts);
    }
    let filled = parts[0] ?? "";
    for (let at = 1; at < parts.length; at += 2) {
      const value = values[parts[at] ?? ""];
      if (typeof value === "number") filled += formatNumber(value, figures);
      else if (typeof value === "string") filled += isolateIn(lang, value);
      const rest = parts[at + 1] ?? "";
      // The full stop that ends a value (an amount, "ج.م.") also ends the sentence.
      filled += rest.startsWith(".") && /\.\u2069?$/.test(filled) ? rest.slice(1) : rest;
    }
    return filled;
  };

  const made = new Map<string, Translate>();
  const within = (...namespaces: string[]): Translate => {
    const name = namespaces.join();
    const known = made.get(name);
    if (known) return known;
    const texts = new Map<string, string | undefined>();
    const textOf = (key: string): string | undefined => {
      if (!texts.has(key)) {
        let text = find(key, namespaces);
        if (brand) text = text?.replaceAll(...brand);
        // Arabic texts are written with ٠١٢; with the 012 preference all of them are converted.
        texts.set(key, figures === "latn" && text ? latinNumbers(text) : text);
      }
      return texts.get(key);
    };
    const say = (key: string, values?: Values): string => {
      const count = values?.count;
      const text =
        (typeof count === "number" ? textOf(`${key}_${pluralForm(lang, count)}`) : undefined) ??
        textOf(key);
      if (text === undefined) return key.slice(key.indexOf(":") + 1);
      return values ? fill(text, values) : text;
    };
    const translate = Object.assign(say, { fill });
    made.set(name, translate);
    return translate;
  };

  const add = (more: Resources) => {
    Object.assign(resources, more);
  };
  return { language: lang, figures, t: within("shell"), in: within, add };
}

/**
 * Turns the files from import.meta.glob into resources: "./en/cart.json" becomes the namespace "cart".
 */
export function toResources(files: Record<string, Texts>): Resources {
  return Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [
      path.replace(/^.*\//, "").replace(/\.json$/, ""),
      texts,
    ]),
  );
}
