import { request } from "../../../api/client";
import type { Body } from "../../../api/operations";

export type AddressBody = Body<"POST", "/addresses">;

export const createAddress = async (body: AddressBody) =>
  (await request("POST", "/addresses", { body, suppressToast: true })).data;

export const updateAddress = async (id: string, body: AddressBody) =>
  (await request("PUT", "/addresses/{id}", { path: { id }, body, suppressToast: true })).data;

export const deleteAddress = (id: string) =>
  request("DELETE", "/addresses/{id}", { path: { id }, suppressToast: true });

export const makeDefault = async (id: string) =>
  (await request("POST", "/addresses/{id}/default", { path: { id }, suppressToast: true })).data;
