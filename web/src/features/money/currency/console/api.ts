import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import type { Scope } from "../../../../lib/scope";

export type ConsoleCurrency = components["schemas"]["CurrencyEditable"];

export const ratesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/currencies", { needsLogin: true, staleTime: 0 });

/** Refused with rate_jump if it is far from the last one and not confirmed. */
export const setRate = (code: string, body: Body<"POST", "/console/currencies/{id}/rates">) =>
  request("POST", "/console/currencies/{id}/rates", {
    path: { id: code },
    body,
    suppressToast: true,
  });

/** A currency with the history of its rate. */
export const currencyQuery = (scope: Scope, code: string) =>
  personalQuery(scope, "/console/currencies/{id}", {
    path: { id: code },
    needsLogin: true,
    staleTime: 0,
  });

export const addCurrency = (body: Body<"POST", "/console/currencies">) =>
  request("POST", "/console/currencies", { body, suppressToast: true });

/** Enables or disables a currency; everything else stays as it is. */
export const switchCurrency = (one: ConsoleCurrency, active: boolean) =>
  request("PUT", "/console/currencies/{id}", {
    path: { id: one.code },
    body: {
      name_en: one.name_en,
      name_ar: one.name_ar,
      symbol_en: one.symbol_en,
      symbol_ar: one.symbol_ar,
      active,
      version: one.version,
    },
    suppressToast: true,
  });
