/**
 * The source of an order as one string: a service's id for the cart of that service, or the marked id
 * of an accepted quotation. The checkout's page, drafts and attempts are keyed by it.
 */

import { paths } from "../lib/paths";

const mark = "quotation:";

export function quotationSource(id: string): string {
  return mark + id;
}

/** The id of the quotation; null for a cart. */
export function quotationOf(source: string): string | null {
  return source.startsWith(mark) ? source.slice(mark.length) : null;
}

/** The source as parameters of an API request. */
export function sourceParams(source: string): { service_id: string } | { quotation_id: string } {
  const quotation = quotationOf(source);
  return quotation === null ? { service_id: source } : { quotation_id: quotation };
}

/** The path of the checkout page for a source. */
export function checkoutOf(source: string): string {
  const quotation = quotationOf(source);
  if (quotation !== null) return paths.quotation(quotation);
  return source ? `${paths.checkout}?service_id=${encodeURIComponent(source)}` : paths.checkout;
}
