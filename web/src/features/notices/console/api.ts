import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { components } from "../../../api/schema";
import type { Scope } from "../../../lib/scope";

export type DeadMessage = components["schemas"]["NoticesDeadView"];

const base = "/console/messages";

/** A page of the messages that did not arrive, newest first. */
export const messagesQuery = (scope: Scope, page: number) =>
  queryOptions({
    queryKey: [base, scope.lang, scope.session, page],
    queryFn: ({ signal }) =>
      request<DeadMessage[]>("GET", base, { query: { page: String(page) }, signal }),
    enabled: scope.session !== "",
    staleTime: 0,
  });

/** Refused with not_again for one that was sent again already. */
export const sendAgain = (id: string) =>
  request<unknown>("POST", `${base}/${encodeURIComponent(id)}/resend`, { suppress: true });
