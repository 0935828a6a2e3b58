import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../api/client";
import type { Scope } from "../../../lib/scope";

export const base = "/console/referrals";

/** A page of referrals in one state, the last touched first. */
export const referralsQuery = (scope: Scope, state: string, page: number) =>
  queryOptions({
    queryKey: [base, scope.lang, scope.session, state, page],
    queryFn: ({ signal }) => request("GET", base, { query: { state, page }, signal }),
    enabled: scope.session !== "",
  });

/** Refused with 409 moved_on when somebody else was faster. */
export const decide = async (id: string, approve: boolean, note: string) =>
  (
    await request("POST", "/console/referrals/{id}/decide", {
      path: { id },
      body: { approve, note },
      suppressToast: true,
    })
  ).message;
