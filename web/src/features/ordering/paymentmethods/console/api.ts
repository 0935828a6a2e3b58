import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

const login = { needsLogin: true } as const;

export const waysQuery = (scope: Scope) => personalQuery(scope, "/console/ways", login);

export const saveWays = async (body: Body<"PUT", "/console/ways">) =>
  (await request("PUT", "/console/ways", { body, suppressToast: true })).data;

/** Tests our keys with the card gateway; returns its message if it refuses them. */
export const tryGateway = async () =>
  (await request("POST", "/console/ways/try", { suppressToast: true })).data;
