import { request } from "../../api/client";
import { type UploadOptions, upload } from "../../api/upload";

/** Uploads a photo. It is deleted after a day unless a form with its id is sent before. */
export const sendPhoto = async (file: Blob, options: Omit<UploadOptions, "suppressToast">) =>
  (await upload("/photos", file, { ...options, suppressToast: true })).data;

/** Deletes a photo that is not attached to anything yet; other photos stay. */
export const takeBackPhoto = (id: string) =>
  request("DELETE", "/photos/{id}", { path: { id }, suppressToast: true });
