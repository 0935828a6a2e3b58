/**
 * The source of an order as one string: a service's id, which stands for its cart, or the marked id
 * of an accepted quotation. It keys the checkout's page, drafts and tries.
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

/** The source as the API's parameters. */
export function sourceParams(source: string): { service_id: string } | { quotation_id: string } {
  const quotation = quotationOf(source);
  return quotation === null ? { service_id: source } : { quotation_id: quotation };
}

/** The page on which it is ordered. */
export function checkoutOf(source: string): string {
  const quotation = quotationOf(source);
  if (quotation !== null) return paths.quotation(quotation);
  return source ? `${paths.checkout}?service_id=${encodeURIComponent(source)}` : paths.checkout;
}
