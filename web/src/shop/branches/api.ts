import type { ListParams } from "../../api/operations";
import { publicQuery, serviceList } from "../../api/query";
import type { Scope } from "../../lib/scope";

/** The services that the shop offers: food, groceries and others. */
export const servicesQuery = (scope: Scope) => publicQuery(scope, "/services");

export type BranchFilters = ListParams<"/branches">;

export const branchesList = (scope: Scope, filters: BranchFilters, page = 1) =>
  serviceList(scope, "/branches", filters, page);

export const branchQuery = (scope: Scope, id: string) =>
  publicQuery(scope, "/branches/{id}", { path: { id }, subject: true });
