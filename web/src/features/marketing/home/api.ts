import { publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** Branches with products to browse, for visitors who have not chosen a service yet. */
export const windowsQuery = (scope: Scope) => publicQuery(scope, "/windows");

/** Banners, categories, branches and blocks of a service; the first service if none is named. */
export const homeQuery = (scope: Scope, service = "") =>
  publicQuery(scope, "/home", { params: { service_id: service } });
