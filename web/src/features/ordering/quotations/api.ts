import { request } from "../../../api/client";
import { addressOf, type Body } from "../../../api/operations";
import { personalList, personalQuery, publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** The customer's quotations, newest first. */
export const quotationsList = (scope: Scope, page = 1) =>
  personalList(scope, "/quotations", { from: page, needsLogin: true, staleTime: 0 });

export const quotationQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/quotations/{id}", { path: { id }, needsLogin: true, staleTime: 0 });

/** The URL of the document. */
export const documentPath = (id: string, lang: string, figures: string) =>
  addressOf("/quotations/{id}/pdf", { path: { id }, query: { lang, figures } });

export type AskBody = Body<"POST", "/quotations">;

/** Requests a quotation, once for each key however often the request is sent. */
export const askQuotation = async (body: AskBody, key: string) =>
  (
    await request("POST", "/quotations", {
      body,
      headers: { "Idempotency-Key": key },
      suppressToast: true,
    })
  ).data;

const answers = {
  accept: "/quotations/{id}/accept",
  change: "/quotations/{id}/change",
  decline: "/quotations/{id}/decline",
} as const;

/** A customer's answer to an offer, with the body that the API takes for it. */
export type Answer = {
  [Kind in keyof typeof answers]: { kind: Kind } & Body<"POST", (typeof answers)[Kind]>;
}[keyof typeof answers];

/** Refused with other_offer (409), expired, out_of_stock, unavailable or move_refused. */
export const answerQuotation = async (id: string, { kind, ...body }: Answer) =>
  (await request("POST", answers[kind], { path: { id }, body, suppressToast: true })).data;

/** Searches products to add to the list; at one branch once that is known. */
export const findProducts = (scope: Scope, text: string, service: string, branch: string) =>
  publicQuery(scope, "/search", {
    params: { q: text, service_id: service, branch_id: branch || null, page: 1 },
    enabled: text !== "" && service !== "",
    staleTime: 60_000,
  });

/** The variants of a product, as a branch sells them. */
export const productAt = (scope: Scope, id: string, branch: string) =>
  publicQuery(scope, "/products/{id}", {
    path: { id },
    params: { branch_id: branch },
    enabled: id !== "",
  });
