import type { CartItem, CartSummary, Step } from "../../api/types";
import { paths } from "../../lib/paths";
import type { Pending } from "./pending";

/** The carts that are being filled, one for each service. */
export function liveCarts(carts: readonly CartSummary[]): CartSummary[] {
  return carts.filter((cart) => !cart.parked && cart.items_quantity > 0);
}

/** The cart that is being filled in a service, named by its id or slug. */
export function cartOf(carts: readonly CartSummary[], service: string): CartSummary | undefined {
  return liveCarts(carts).find(
    (cart) => cart.service.id === service || cart.service.slug === service,
  );
}

/** Whether a service's live or parked cart contains products. */
export function hasGoods(carts: readonly CartSummary[], service: string): boolean {
  return carts.some(
    (cart) =>
      (cart.service.id === service || cart.service.slug === service) && cart.items_quantity > 0,
  );
}

/**
 * Returns the service whose cart is shown: the service in the address, the service last shopped in if
 * it has a cart, or the first service with a cart. "" if there is none.
 */
export function chosenService(
  carts: readonly CartSummary[],
  asked: string,
  remembered: string,
): string {
  if (asked !== "") {
    const known = carts.find((cart) => cart.service.id === asked || cart.service.slug === asked)
      ?.service.id;
    return known ?? asked;
  }
  return (
    cartOf(carts, remembered)?.service.id ??
    liveCarts(carts)[0]?.service.id ??
    (remembered || carts[0]?.service.id || "")
  );
}

/** Units in all carts that are being filled, for the header. */
export function unitsIn(carts: readonly CartSummary[]): number {
  return liveCarts(carts).reduce((sum, cart) => sum + cart.items_quantity, 0);
}

/**
 * Returns the highest quantity that a line's stepper allows. If a line contains more than is available,
 * it can still be reduced, one by one.
 */
export function mostOf({ qty, order }: CartItem): number {
  const most = Math.min(
    order.max_qty ?? Number.POSITIVE_INFINITY,
    order.stock_left ?? Number.POSITIVE_INFINITY,
  );
  return Math.max(most, qty);
}

/** The lines to show: a line that was just removed disappears immediately. */
export function shownItems(items: readonly CartItem[], pending: Pending): CartItem[] {
  return items.filter((item) => pending[item.order.variant.id]?.qty !== 0);
}

/** Whether a change of one of these lines is still being saved: the totals are about to change. */
export function isChanging(items: readonly CartItem[], pending: Pending): boolean {
  return items.some((item) => (pending[item.order.variant.id]?.qty ?? -1) >= 0);
}

/** Discounts are written with a minus sign; amounts already included in the price are not lines of the sum. */
export function stepTone(step: Step): "plain" | "less" | "total" {
  if (step.code === "total" || step.code === "due") return "total";
  return step.amount < 0 ? "less" : "plain";
}

const isBelow = (path: string, ...these: string[]) =>
  these.some((one) => path === one || path.startsWith(one.endsWith("/") ? one : `${one}/`));

/** Pages on which the cart's bar would repeat the page's content or get in its way. */
export function hidesCartBar(path: string): boolean {
  return hidesNavigation(path) || isBelow(path, paths.account);
}

/** Pages with a single task: the navigation at the bottom would get in its way. */
export function hidesNavigation(path: string): boolean {
  return isBelow(path, paths.cart, paths.checkout, paths.quotation(""), paths.returnOrder(""));
}

export function cartPath(service: string): string {
  return service === "" ? paths.cart : `${paths.cart}?service_id=${encodeURIComponent(service)}`;
}

export function checkoutPath(service: string): string {
  return service === ""
    ? paths.checkout
    : `${paths.checkout}?service_id=${encodeURIComponent(service)}`;
}
