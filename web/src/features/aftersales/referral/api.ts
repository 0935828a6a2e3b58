import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import { personalList } from "../../../api/query";
import { deviceHeader } from "../../../lib/kept";
import type { Scope } from "../../../lib/scope";

/** The customer's code and link, with their results. Never requested for guests. */
export const referralQuery = (scope: Scope) =>
  queryOptions({
    queryKey: ["/referral", scope.lang, scope.session],
    queryFn: async ({ signal }) =>
      (await request("GET", "/referral", { signal, headers: deviceHeader() })).data,
    enabled: scope.ready && scope.session !== "",
  });

/** The friends the customer invited, the newest first. */
export const friendsList = (scope: Scope, from = 1) =>
  personalList(scope, "/referral/history", { from, needsLogin: true });

/** The customer who invites with a code. */
export const invitationOf = async (code: string, signal?: AbortSignal) =>
  (
    await request("GET", "/referral/invitation", {
      query: { code },
      suppressToast: true,
      signal,
    })
  ).data;
