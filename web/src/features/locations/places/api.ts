import { request } from "../../../api/client";
import { publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** All districts with their outlines. They change with a release, not by the hour. */
export const districtsQuery = (scope: Scope) =>
  publicQuery({ ...scope, district: "" }, "/districts", { staleTime: 3_600_000 });

/** The district at a point; refused with "Location not supported" outside all districts. */
export const locate = (lat: number, lng: number) =>
  request("GET", "/districts/locate", { query: { lat, lng }, suppressToast: true });
