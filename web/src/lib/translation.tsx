/** Texts in components: see lib/i18n.ts for their form. */

import {
  cloneElement,
  createContext,
  Fragment,
  type ReactElement,
  type ReactNode,
  use,
} from "react";
import type { I18n, Translate, Values } from "./i18n";

const I18nContext = createContext<I18n | null>(null);

export function TextsProvider({ i18n, children }: { i18n: I18n; children: ReactNode }) {
  return <I18nContext value={i18n}>{children}</I18nContext>;
}

/** `t` for the texts of a namespace ("shell" when none is named). Never changes within a page. */
export function useTranslation(namespace: string | readonly string[] = "shell"): {
  t: Translate;
  i18n: I18n;
} {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error("useTranslation needs an TextsProvider above it");
  const spaces = typeof namespace === "string" ? [namespace] : namespace;
  return { t: i18n.in(...spaces), i18n };
}

export interface TransProps {
  t: Translate;
  i18nKey: string;
  values?: Values;
  /** The elements for the text's <name>…</name>; a name without an element leaves its content bare. */
  components: Record<string, ReactElement<{ children?: ReactNode }>>;
}

/** A text with elements in it: "Showing results for <strong>{{words}}</strong>." One level deep. */
export function Trans({ t, i18nKey, values, components }: TransProps) {
  const text = t(i18nKey);
  // Split first and filled in afterwards, so that user input is never parsed as an element.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/gs);
  const say = (part: string) => t.fill(part, values ?? {});
  return parts.map((part, index) => {
    const key = `${index}`;
    if (index % 3 === 0) return <Fragment key={key}>{say(part)}</Fragment>;
    if (index % 3 === 2) return null;
    const content = say(parts[index + 1] ?? "");
    const element = components[part];
    return element ? (
      cloneElement(element, { key }, content)
    ) : (
      <Fragment key={key}>{content}</Fragment>
    );
  });
}
