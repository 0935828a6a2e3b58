import { request } from "../../api/client";
import { type UploadOptions, upload } from "../../api/upload";

/** Sends a photo; it belongs to nothing until a form that names its id is sent, within a day. */
export const sendPhoto = async (file: Blob, options: Omit<UploadOptions, "suppressToast">) =>
  (await upload("/photos", file, { ...options, suppressToast: true })).data;

/** Takes a photo back that belongs to nothing yet; any other stays as it is. */
export const takeBackPhoto = (id: string) =>
  request("DELETE", "/photos/{id}", { path: { id }, suppressToast: true });
