import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type DeadMessage = components["schemas"]["NoticesDeadView"];

/** A page of the messages that did not arrive, newest first. */
export const messagesQuery = (scope: Scope, page: number) =>
  queryOptions({
    queryKey: ["/console/messages", scope.lang, scope.session, page],
    queryFn: ({ signal }) => request("GET", "/console/messages", { query: { page }, signal }),
    enabled: scope.session !== "",
    staleTime: 0,
  });

/** Refused with not_again for one that was sent again already. */
export const sendAgain = (id: string) =>
  request("POST", "/console/messages/{id}/resend", { path: { id }, suppressToast: true });
