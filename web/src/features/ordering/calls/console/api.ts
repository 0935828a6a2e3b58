import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { components } from "../../../../api/schema";
import type { Scope } from "../../../../lib/scope";

const login = { needsLogin: true } as const;

export type Calls = components["schemas"]["CallsCallsSetting"];

export const callsQuery = (scope: Scope) => personalQuery(scope, "/console/calls", login);

export const saveCalls = async (body: Body<"PUT", "/console/calls">) =>
  (await request("PUT", "/console/calls", { body, suppressToast: true })).data;
