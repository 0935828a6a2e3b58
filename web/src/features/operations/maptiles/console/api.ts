import { request } from "../../../../api/client";
import type { Body, Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";

export type Tiles = Data<"GET", "/console/tiles">;

export const tilesQuery = (scope: Scope) =>
  personalQuery(scope, "/console/tiles", { needsLogin: true });

export const saveTiles = async (body: Body<"PUT", "/console/tiles">) =>
  (await request("PUT", "/console/tiles", { body, suppressToast: true })).data;

export const tryTiles = async (url: string) =>
  (await request("POST", "/console/tiles/try", { body: { url }, suppressToast: true })).data;
