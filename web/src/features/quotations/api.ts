import { request } from "../../api/client";
import { personalList, personalQuery, publicQuery } from "../../api/query";
import type { Product, ProductCard, Quotation, QuotationCard } from "../../api/types";
import type { Scope } from "../../lib/scope";

const one = (id: string) => `/quotations/${encodeURIComponent(id)}`;

/** The shopper's quotations, newest first. */
export const quotationsList = (scope: Scope, page = 1) =>
  personalList<QuotationCard>(scope, "/quotations", {}, page, { needsLogin: true, staleTime: 0 });

export const quotationQuery = (scope: Scope, id: string) =>
  personalQuery<Quotation>(scope, one(id), { needsLogin: true, staleTime: 0 });

/** Where the document comes from. */
export const documentPath = (id: string, lang: string, figures: string) =>
  `${one(id)}/pdf?lang=${lang}&figures=${figures}`;

export interface AskBody {
  service_id: string;
  from_cart?: true;
  branch_id?: string;
  items?: { variant_id: string; qty: number }[];
  note?: string;
  company_name?: string;
  tax_number?: string;
}

/** Asks for a quotation, once for each key however often it is sent. */
export const askQuotation = async (body: AskBody, key: string) =>
  (
    await request<Quotation>("POST", "/quotations", {
      body,
      headers: { "Idempotency-Key": key },
      suppress: true,
    })
  ).data;

export type Answer =
  | { kind: "accept"; version: number }
  | { kind: "change"; version: number; note: string }
  | { kind: "decline"; note?: string };

/** Refused with other_offer (409), expired, out_of_stock, unavailable or move_refused. */
export const answerQuotation = async (id: string, { kind, ...body }: Answer) =>
  (await request<Quotation>("POST", `${one(id)}/${kind}`, { body, suppress: true })).data;

/** What a search for something to put on the list finds; at one branch once that is settled. */
export const findProducts = (scope: Scope, text: string, service: string, branch: string) =>
  publicQuery<ProductCard[]>(scope, "/search", {
    params: { q: text, service_id: service, branch_id: branch || null, page: 1 },
    enabled: text !== "" && service !== "",
    staleTime: 60_000,
  });

/** The variants of a product, as a branch sells them. */
export const productAt = (scope: Scope, id: string, branch: string) =>
  publicQuery<Product>(scope, `/products/${encodeURIComponent(id)}`, {
    params: { branch_id: branch },
    enabled: id !== "",
  });
