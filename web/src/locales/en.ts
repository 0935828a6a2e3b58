import { type Texts, toResources } from "../lib/i18n";

/** Every English text of the storefront; one part of the browser's files. */
export const resources = toResources(
  import.meta.glob<Texts>("./en/*.json", { eager: true, import: "default" }),
);
