import { type Texts, toResources } from "../lib/i18n";

/** Every Arabic text of the storefront; one part of the browser's files. */
export const resources = toResources(
  import.meta.glob<Texts>("./ar/*.json", { eager: true, import: "default" }),
);
