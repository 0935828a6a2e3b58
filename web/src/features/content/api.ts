import { publicQuery } from "../../api/query";
import type { Lang } from "../../lib/lang";
import type { Scope } from "../../lib/scope";

/** A page of the shop's own words: privacy, terms. */
export interface InformationPage {
  name: string;
  /** The language it is in: the other one where it is not translated. */
  lang: Lang;
  title: string;
  /** Cleaned by the server. */
  html: string;
  version: number;
  updated_at: string;
}

export const informationQuery = (scope: Scope, name: string) =>
  publicQuery<InformationPage>(scope, `/pages/${encodeURIComponent(name)}`, { subject: true });

/** The pages that exist from the first day, in the order they are offered. */
export const informationNames = [
  "about",
  "faq",
  "shipping",
  "returns",
  "privacy",
  "terms",
] as const;
