import { request } from "../../../api/client";
import { publicQuery } from "../../../api/query";
import type { Scope } from "../../../lib/scope";

/** Every district we know, with its outline. They change with a release, not with an hour. */
export const districtsQuery = (scope: Scope) =>
  publicQuery({ ...scope, district: "" }, "/districts", { staleTime: 3_600_000 });

/** The district around a point; refused with "Location not supported" outside all we know. */
export const locate = (lat: number, lng: number) =>
  request("GET", "/districts/locate", { query: { lat, lng }, suppressToast: true });
