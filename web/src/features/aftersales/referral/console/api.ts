import { request } from "../../../../api/client";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export const base = "/console/referrals";

/** Referrals in one state, the last changed first. */
export const referralsList = (scope: Scope, state: string) =>
  keysetList(scope, base, { params: { state } });

/** Refused with 409 moved_on if somebody else decided first. */
export const decide = async (id: string, approve: boolean, note: string) =>
  (
    await request("POST", "/console/referrals/{id}/decide", {
      path: { id },
      body: { approve, note },
      suppressToast: true,
    })
  ).message;
