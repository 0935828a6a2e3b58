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
