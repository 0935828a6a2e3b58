import { type Texts, toResources } from "../lib/i18n";

/** The Arabic texts of public pages; one part of the browser's files. The rest is ar.later. */
export const resources = toResources(
  import.meta.glob<Texts>(
    [
      "./ar/*.json",
      "!./ar/{account,addresses,auth,basket,blogs,checkout,comparing,content,favourites,loyalty,notices,opinions,orders,photos,preferences,profile,promo,quotations,referral,returns,support,wallet}.json",
    ],
    { eager: true, import: "default" },
  ),
);
