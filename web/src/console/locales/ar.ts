import { type Texts, toResources } from "../../lib/i18n";

/** The console's own texts over those of the shop. */
export const resources = {
  ...toResources(
    import.meta.glob<Texts>("../../locales/ar/*.json", { eager: true, import: "default" }),
  ),
  ...toResources(
    import.meta.glob<Texts>("../../locales/ar/console/*.json", { eager: true, import: "default" }),
  ),
};
