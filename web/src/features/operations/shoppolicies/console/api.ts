import { request } from "../../../../api/client";
import type { Body } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

const login = { needsLogin: true } as const;

export const rulesQuery = (scope: Scope) => personalQuery(scope, "/console/rules", login);

export const saveRules = async (body: Body<"PUT", "/console/rules">) =>
  (await request("PUT", "/console/rules", { body, suppressToast: true })).data;

export const ruleServicesList = (scope: Scope) => keysetList(scope, "/console/services", {});

export const ruleCategoriesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/categories", login);
