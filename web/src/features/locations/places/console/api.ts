import { request } from "../../../../api/client";
import type { Body, Data, ListParams } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import { upload } from "../../../../api/upload";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

export type District = Data<"GET", "/console/districts/{id}">;
export type DistrictBody = Body<"PUT", "/console/districts/{id}">;

/** The paths that show districts, which are requested again after a change. */
export const districtPaths = /^(\/console)?\/(districts|governorates)(\?|$)/;

export const districtsList = (scope: Scope, params: ListParams<"/console/districts">) =>
  keysetList(scope, "/console/districts", { params });

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

export const showDistricts = async (body: Body<"POST", "/console/districts/show">) =>
  (await request("POST", "/console/districts/show", { body, suppressToast: true })).data;

export type Governorate = Data<"GET", "/console/governorates/{id}">;
export type GovernorateBody = Body<"PUT", "/console/governorates/{id}">;

export const governorateQuery = (scope: Scope, id: string) =>
  personalQuery(scope, "/console/governorates/{id}", {
    path: { id },
    needsLogin: true,
    staleTime: 0,
    enabled: id !== "",
  });

export const createGovernorate = async (body: GovernorateBody) =>
  (await request("POST", "/console/governorates", { body, suppressToast: true })).data;

export const saveGovernorate = async (id: string, body: GovernorateBody) =>
  (await request("PUT", "/console/governorates/{id}", { path: { id }, body, suppressToast: true }))
    .data;

export type ImportedDistricts = Data<"POST", "/console/districts/check">;

/** Checks or imports a file of districts. The server recognises its type by the first bytes. */
export const sendDistricts = async (step: "check" | "import", file: File) =>
  (
    await upload(
      `/console/districts/${step}`,
      new Blob([file], { type: "application/octet-stream" }),
      { name: file.name, suppressToast: true },
    )
  ).data;
