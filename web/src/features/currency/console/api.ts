import { request } from "../../../api/client";
import { personalQuery } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type ConsoleCurrency = components["schemas"]["CurrencyEditable"];

const base = "/console/currencies";

export const ratesQuery = (scope: Scope) =>
  personalQuery<ConsoleCurrency[]>(scope, base, { needsLogin: true, staleTime: 0 });

/** Refused with rate_jump where it is far from the last one and not confirmed. */
export const setRate = (
  code: string,
  body: { rate: string; note: string; confirm: boolean; rate_seq: number },
) => request<ConsoleCurrency>("POST", `${base}/${code}/rates`, { body, suppress: true });

/** A currency with the history of its rate. */
export const currencyQuery = (scope: Scope, code: string) =>
  personalQuery<ConsoleCurrency>(scope, `${base}/${code}`, { needsLogin: true, staleTime: 0 });

type Edit = components["schemas"]["CurrencyEditBody"];

export const addCurrency = (body: Edit) =>
  request<ConsoleCurrency[]>("POST", base, { body, suppress: true });

/** Switches a currency: all else stays as it is. */
export const switchCurrency = (one: ConsoleCurrency, active: boolean) =>
  request<ConsoleCurrency>("PUT", `${base}/${one.code}`, {
    body: {
      name_en: one.name_en,
      name_ar: one.name_ar,
      symbol_en: one.symbol_en,
      symbol_ar: one.symbol_ar,
      active,
    },
    suppress: true,
  });
