import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

const login = { needsLogin: true } as const;

export const waysQuery = (scope: Scope) => personalQuery(scope, "/console/ways", login);

export const saveWays = async (body: Body<"PUT", "/console/ways">) =>
  (await request("PUT", "/console/ways", { body, suppressToast: true })).data;

/** What the card gateway says to our keys, in its words where it refuses. */
export const tryGateway = async () =>
  (await request("POST", "/console/ways/try", { suppressToast: true })).data;
