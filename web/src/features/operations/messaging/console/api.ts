import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

const login = { needsLogin: true } as const;

export const providersQuery = (scope: Scope) => personalQuery(scope, "/console/providers", login);

export const saveProviders = async (body: Body<"PUT", "/console/providers">) =>
  (await request("PUT", "/console/providers", { body, suppressToast: true })).data;

/** Sends a test message through the channel's current provider, and returns the provider's answer. */
export const tryProvider = async (channel: "sms" | "whatsapp" | "email", to: string) =>
  (await request("POST", "/console/providers/try", { body: { channel, to }, suppressToast: true }))
    .data;
