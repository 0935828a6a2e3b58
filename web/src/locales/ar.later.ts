import { type Texts, toResources } from "../lib/i18n";

/** The Arabic texts that no public page shows: fetched with the first page or dialog that does. */
export const resources = toResources(
  import.meta.glob<Texts>(
    "./ar/{account,addresses,auth,basket,blogs,checkout,comparing,content,favourites,loyalty,notices,opinions,orders,photos,preferences,profile,promo,quotations,referral,returns,support,wallet}.json",
    { eager: true, import: "default" },
  ),
);
