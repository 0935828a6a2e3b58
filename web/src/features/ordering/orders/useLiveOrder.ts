import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { openStream, type StreamState } from "../../../api/sse";
import { useScope } from "../../../lib/scope";
import { eventsPath, orderQuery, ordersList } from "./api";
import { isLive, untilAsked } from "./model";

/** The polling interval without a stream, which a proxy may block. */
const lookEvery = 20_000;
/** The polling interval while a payment is being confirmed or refunded, when customers watch the page closely. */
const payEvery = 3_000;

/**
 * One order, kept up to date by its event stream, or by polling without one. `paying`: the customer has returned from
 * the gateway, and the order is about to be paid.
 */
export function useLiveOrder(id: string, paying: boolean) {
  const scope = useScope();
  const client = useQueryClient();
  const [stream, setStream] = useState<StreamState>("connecting");
  const result = useQuery({
    ...orderQuery(scope, id),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      // The order's events do not report a refund that is under way.
      if (data.payment_state === "refunding") return payEvery;
      if (!isLive(data.status)) return false;
      if (paying && data.status === "draft") return payEvery;
      return stream === "open" ? untilAsked(data, Date.now()) : lookEvery;
    },
  });
  const order = result.data;
  const live = order !== undefined && isLive(order.status);
  const orderId = order?.id ?? "";
  const seen = useRef(0);
  seen.current = order?.event_seq ?? 0;

  useEffect(() => {
    if (!live || orderId === "") return;
    const events = openStream({
      path: eventsPath(orderId),
      lastEventId: String(seen.current),
      onState: setStream,
      onEvent: (event) => {
        if (Number(event.id) <= seen.current) return;
        void client.invalidateQueries({ queryKey: orderQuery(scope, id).queryKey });
        void client.invalidateQueries({ queryKey: ordersList(scope).queryKey });
      },
    });
    return events.stop;
  }, [live, orderId, id, client, scope]);

  return { ...result, order, live, stream };
}
