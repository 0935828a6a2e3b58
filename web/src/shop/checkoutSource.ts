/**
 * What is ordered, in one word: the id of a service, which means its cart, or that of an accepted
 * quotation. The checkout's page, drafts and tries are kept under it.
 */

import { paths } from "../lib/paths";

const mark = "quotation:";

export function quotationSource(id: string): string {
  return mark + id;
}

/** The quotation that is meant; null for a cart. */
export function quotationOf(source: string): string | null {
  return source.startsWith(mark) ? source.slice(mark.length) : null;
}

/** As the API names it. */
export function sourceParams(source: string): { service_id: string } | { quotation_id: string } {
  const quotation = quotationOf(source);
  return quotation === null ? { service_id: source } : { quotation_id: quotation };
}

/** Where it is ordered. */
export function checkoutOf(source: string): string {
  const quotation = quotationOf(source);
  if (quotation !== null) return paths.quotation(quotation);
  return source ? `${paths.checkout}?service_id=${encodeURIComponent(source)}` : paths.checkout;
}
