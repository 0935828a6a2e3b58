import { publicQuery, serviceList } from "../../api/query";
import type { Branch, BranchCard, Service } from "../../api/types";
import type { Scope } from "../../lib/scope";

/** What is sold here: food, groceries, everything else. */
export const servicesQuery = (scope: Scope) => publicQuery<Service[]>(scope, "/services");

export interface BranchFilters {
  service_id: string;
  store_id?: string | undefined;
  category_id?: string | undefined;
  q?: string | undefined;
  sort?: string | undefined;
  open?: boolean | undefined;
}

export const branchesList = (scope: Scope, filters: BranchFilters, page = 1) =>
  serviceList<BranchCard>(scope, "/branches", { ...filters }, page);

export const branchQuery = (scope: Scope, id: string) =>
  publicQuery<Branch>(scope, `/branches/${encodeURIComponent(id)}`, { subject: true });
