import type { Address } from "../../../api/types";
import { cookieNames, readCookie, readLocation } from "../../../lib/cookies";

/** The form's draft, with texts as typed. */
export interface Draft {
  type: Address["type"];
  name: string;
  contact_name: string;
  phone: string;
  district_id: string;
  city: string;
  address: string;
  building_number: string;
  floor: string;
  apartment_number: string;
  landmark: string;
  postal_code: string;
  lat: number | null;
  lng: number | null;
  is_default: boolean;
}

export const emptyDraft: Draft = {
  type: "home",
  name: "",
  contact_name: "",
  phone: "",
  district_id: "",
  city: "",
  address: "",
  building_number: "",
  floor: "",
  apartment_number: "",
  landmark: "",
  postal_code: "",
  lat: null,
  lng: null,
  is_default: false,
};

/** A new address begins with the current shopping location. */
export function draftHere(): Draft {
  const point = readLocation();
  return {
    ...emptyDraft,
    district_id: readCookie(cookieNames.districtId) ?? "",
    lat: point?.lat ?? null,
    lng: point?.lng ?? null,
  };
}

export function draftOf(address: Address): Draft {
  return {
    type: address.type,
    name: address.name,
    contact_name: address.contact_name,
    phone: address.phone,
    district_id: address.district.id,
    city: address.city,
    address: address.address,
    building_number: address.building_number,
    floor: address.floor,
    apartment_number: address.apartment_number,
    landmark: address.landmark,
    postal_code: address.postal_code,
    lat: address.lat,
    lng: address.lng,
    is_default: address.is_default,
  };
}

/** The fields that every delivery needs, in the order of the form. */
export const needed = ["district_id", "address", "building_number"] as const;

export function missing(draft: Draft): (typeof needed)[number][] {
  return needed.filter((field) => draft[field].trim() === "");
}
