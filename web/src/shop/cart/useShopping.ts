import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { cookieNames, readCookie, watchCookies } from "../../lib/cookies";
import { useScope } from "../../lib/scope";
import { cartsQuery } from "./api";

const selected = () => readCookie(cookieNames.selectedService) ?? "";

/** The selected service; "" on the server and during hydration. */
export function useSelectedService(): string {
  return useSyncExternalStore(watchCookies, selected, () => "");
}

/** All carts of the customer or guest. No request is sent for guests who never added anything. */
export function useCarts() {
  return useQuery(cartsQuery(useScope()));
}
