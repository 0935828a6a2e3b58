import { request } from "../../api/client";
import { personalQuery } from "../../api/query";
import type { Address } from "../../api/types";
import type { Scope } from "../../lib/scope";

/** Where somebody has things delivered, the default first. */
export const addressesQuery = (scope: Scope) =>
  personalQuery<Address[]>(scope, "/addresses", { needsLogin: true });

export interface AddressBody {
  type: Address["type"];
  name?: string;
  contact_name?: string;
  phone?: string;
  district_id: string;
  city?: string;
  address: string;
  building_number: string;
  floor?: string;
  apartment_number?: string;
  landmark?: string;
  postal_code?: string;
  lat: number;
  lng: number;
  is_default?: boolean;
}

const one = (id: string) => `/addresses/${encodeURIComponent(id)}`;

export const createAddress = async (body: AddressBody) =>
  (await request<Address>("POST", "/addresses", { body, suppress: true })).data;

export const updateAddress = async (id: string, body: AddressBody) =>
  (await request<Address>("PUT", one(id), { body, suppress: true })).data;

export const deleteAddress = (id: string) =>
  request<unknown>("DELETE", one(id), { suppress: true });

export const makeDefault = async (id: string) =>
  (await request<Address>("POST", `${one(id)}/default`, { suppress: true })).data;
