import { publicQuery } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** Banners, categories, branches and blocks of a service; of the first one when none is named. */
export const homeQuery = (scope: Scope, service = "") =>
  publicQuery(scope, "/home", { params: { service_id: service } });
