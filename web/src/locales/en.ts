import { type Texts, toResources } from "../lib/i18n";

/** The English texts of public pages; one part of the browser's files. The rest is en.later. */
export const resources = toResources(
  import.meta.glob<Texts>(
    [
      "./en/*.json",
      "!./en/{account,addresses,auth,basket,blogs,checkout,comparing,content,favourites,loyalty,notices,opinions,orders,photos,preferences,profile,promo,quotations,referral,returns,support,wallet}.json",
    ],
    { eager: true, import: "default" },
  ),
);
