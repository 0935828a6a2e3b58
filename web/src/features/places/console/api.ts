import { request } from "../../../api/client";
import type { Body, Data, ListParams } from "../../../api/operations";
import { personalList, personalQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

export type District = Data<"GET", "/console/districts/{id}">;
export type DistrictBody = Body<"PUT", "/console/districts/{id}">;

/** The addresses that show districts, to ask again after a change. */
export const districtPaths = /^(\/console)?\/districts(\?|$)/;

export const districtsList = (scope: Scope, params: ListParams<"/console/districts">) =>
  personalList(scope, "/console/districts", { params, needsLogin: true });

export const governoratesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/governorates", { needsLogin: true });

export const districtQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/districts/{id}", {
    path: { id },
    needsLogin: true,
    staleTime: 0,
    enabled: id !== "",
  });

export const createDistrict = async (body: DistrictBody) =>
  (await request("POST", "/console/districts", { body, suppressToast: true })).data;

export const saveDistrict = async (id: string, body: DistrictBody) =>
  (await request("PUT", "/console/districts/{id}", { path: { id }, body, suppressToast: true }))
    .data;
