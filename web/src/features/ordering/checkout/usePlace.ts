import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../../../api/client";
import { ApiError, errorText, isAnswer, NoResponseError } from "../../../api/errors";
import { useNavigate } from "../../../lib/history";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { cartQuery, cartsQuery } from "../../../shop/cart/api";
import { useAskToEmpty } from "../../../shop/cart/useAskToEmpty";
import { quotationOf } from "../../../shop/checkoutSource";
import { orderQuery } from "../orders/api";
import { type PlaceBody, placeOrder } from "./api";
import { type Attempt, attemptFor, closeAttempt, openAttempt } from "./attempt";
import { cartCodes, type Field, fieldOf } from "./model";
import { forgetDraft } from "./useDraft";

export interface Refusal {
  text: string;
  /** The next step for the customer: checking the new total, the cart or the time, or only trying again. */
  kind: "price" | "cart" | "time" | "orders" | "unanswered" | "other";
  /** The total that the customer agreed to. */
  agreed?: number;
  /** The affected items, each with the quantity left. */
  lines?: readonly string[];
}

/** Places the order: sends an attempt once, repeats it safely, and reports why it was refused. */
export function usePlace(service: string, refresh: () => Promise<unknown>) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const ask = useAskToEmpty(service);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const [open, setOpen] = useState<Attempt | null>(() => openAttempt(service));

  async function send(attempt: Attempt) {
    setBusy(true);
    setRefusal(null);
    setWrong({});
    try {
      const { data } = await placeOrder(attempt.body, attempt.key);
      closeAttempt(service);
      forgetDraft(service);
      client.setQueryData(orderQuery(scope, data.order.id).queryKey, data.order);
      client.removeQueries({ queryKey: cartQuery(scope, service).queryKey });
      void client.invalidateQueries({ queryKey: cartsQuery(scope).queryKey });
      // Replaces this page in the history, so that going back from the gateway shows the order, which can still be paid
      // there.
      navigate(paths.myOrder(data.order.id), { replace: true });
      if (data.payment.redirect_url !== null) location.assign(data.payment.redirect_url);
    } catch (error) {
      await refused(attempt.body, error);
      setBusy(false);
    }
  }

  async function refused(body: PlaceBody, error: unknown) {
    if (isAnswer(error)) closeAttempt(service);
    setOpen(openAttempt(service));
    if (!(error instanceof ApiError)) {
      setRefusal({
        text: errorText(error, t, { inPlace: true }) ?? "",
        kind: error instanceof NoResponseError ? "unanswered" : "other",
      });
      return;
    }
    if (error.code === "already_ordered") {
      navigate(await orderOf(service), { replace: true });
      return;
    }
    if (ask(error)) {
      await refresh();
      return;
    }
    const text = errorText(error, t, { inPlace: true }) ?? "";
    const places = Object.entries(error.errors).flatMap(([name, texts]) => {
      const field = fieldOf[name];
      return field && texts[0] ? [[field, texts[0]] as const] : [];
    });
    if (error.status === 422 && places.length > 0) {
      setWrong(Object.fromEntries(places));
      // The policies changed since they were shown: the quote has the version to accept now.
      if (error.errors.accept_terms) await refresh();
      await new Promise(requestAnimationFrame);
      // A hidden section shows no errors, and neither does an error without a field.
      const hidden = Object.values(error.errors)
        .flat()
        .find((said) => !document.body.textContent?.includes(said));
      if (hidden) setRefusal({ text: hidden, kind: "other" });
      return;
    }
    setRefusal({
      text,
      kind: isAnswer(error) ? kindOf(error.code) : "unanswered",
      agreed: body.expected_total,
      lines: error.errors.lines ?? [],
    });
    // The shown quote was too old to agree to.
    await refresh();
  }

  return {
    busy,
    refusal,
    wrong,
    /** An earlier attempt with an unknown result. */
    open: busy ? null : open,
    place: (body: PlaceBody) => void send(attemptFor(body)),
    /** Shows a refusal without a request, for a problem that the quote already reports. */
    refuse: (text: string, code: string, lines: readonly string[] = []) =>
      setRefusal({ text, kind: kindOf(code), lines }),
    repeat: (attempt: Attempt) => void send(attempt),
    clear: () => {
      setRefusal(null);
      setWrong({});
    },
  };
}

function kindOf(code: string): Refusal["kind"] {
  if (code === "price_changed") return "price";
  if (cartCodes.has(code)) return "cart";
  if (code === "unpaid_orders" || code === "too_many_unaccepted") return "orders";
  return code === "slot_full" || code === "too_many_in_hour" || code === "branch_closed"
    ? "time"
    : "other";
}

/** Where to see the order of a cart or quotation that was ordered already. */
async function orderOf(source: string): Promise<string> {
  const quotation = quotationOf(source);
  try {
    if (quotation !== null) {
      const { data } = await request("GET", "/quotations/{id}", {
        path: { id: quotation },
        suppressToast: true,
      });
      return data.order_id === null ? paths.myOrders : paths.myOrder(data.order_id);
    }
    const { data } = await request("GET", "/orders", {
      query: { page: 1, service_id: source },
      suppressToast: true,
    });
    const newest = data[0];
    return newest ? paths.myOrder(newest.id) : paths.myOrders;
  } catch {
    return paths.myOrders;
  }
}
