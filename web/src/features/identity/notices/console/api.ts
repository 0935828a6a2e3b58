import { request } from "../../../../api/client";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type DeadMessage = components["schemas"]["NoticesDeadView"];

/** The messages that were not delivered, newest first. */
export const messagesList = (scope: Scope) =>
  keysetList(scope, "/console/messages", { staleTime: 0 });

/** Refused with not_again for a message that was resent already. */
export const sendAgain = (id: string) =>
  request("POST", "/console/messages/{id}/resend", { path: { id }, suppressToast: true });
