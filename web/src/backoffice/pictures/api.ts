import type { QueryClient } from "@tanstack/react-query";
import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalQuery } from "../../api/query";
import type { components } from "../../api/schema";
import { type UploadOptions, upload } from "../../api/upload";
import type { Scope } from "../../lib/scope";
import { keysetList } from "../keyset";

export type UploadedPicture = components["schemas"]["MediaPicture"];
export type PictureDetail = components["schemas"]["MediaDetail"];

/** The same picture again answers the one that is there. */
export const sendPicture = async (file: Blob, options: Omit<UploadOptions, "suppressToast">) =>
  (await upload("/console/media", file, { ...options, suppressToast: true })).data;

/** Uploaded pictures, the newest first. */
export const picturesList = (scope: Scope, q: string, unused: boolean, enabled = true) =>
  keysetList(scope, "/console/media", { params: { q, ...(unused ? { unused } : {}) }, enabled });

export const pictureQuery = (scope: Scope, name: string, enabled = true) =>
  personalQuery(scope, "/console/media/{name}", { path: { name }, needsLogin: true, enabled });

export const savePicture = async (name: string, body: Body<"PUT", "/console/media/{name}">) =>
  (await request("PUT", "/console/media/{name}", { path: { name }, body, suppressToast: true }))
    .data;

export const deletePicture = (name: string) =>
  request("DELETE", "/console/media/{name}", { path: { name } });

/** Lists of pictures are read again: one was added, deleted or given another name. */
export const picturesChanged = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: ["/console/media"] });
