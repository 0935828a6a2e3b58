import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { cookieNames, readCookie, watchCookies } from "../../lib/cookies";
import { useScope } from "../../lib/scope";
import { cartsQuery } from "./api";

const selected = () => readCookie(cookieNames.selectedService) ?? "";

/** The service somebody shops in; "" on the server and while hydrating. */
export function useSelectedService(): string {
  return useSyncExternalStore(watchCookies, selected, () => "");
}

/** Every cart of whoever this is. Guests who never added anything are not asked about. */
export function useCarts() {
  return useQuery(cartsQuery(useScope()));
}
