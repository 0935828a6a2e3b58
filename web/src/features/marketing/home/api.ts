import { publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** Branches to look into, for who has chosen no service yet. */
export const windowsQuery = (scope: Scope) => publicQuery(scope, "/windows");

/** Banners, categories, branches and blocks of a service; of the first one when none is named. */
export const homeQuery = (scope: Scope, service = "") =>
  publicQuery(scope, "/home", { params: { service_id: service } });
