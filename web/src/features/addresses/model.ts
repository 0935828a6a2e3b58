import type { Address } from "../../api/types";
import {
  cookieNames,
  readCookie,
  readLocation,
  removeCookie,
  writeCookie,
  writeLocation,
} from "../../lib/cookies";

/** One line: street and building, then the district. */
export function oneLine(
  address: Pick<Address, "address" | "building_number" | "district">,
  separator: string,
): string {
  return [`${address.building_number} ${address.address}`.trim(), address.district.name]
    .filter(Boolean)
    .join(separator);
}

/**
 * Shops from now on for this address: all five location cookies. Where exactly it lies the server
 * knows by its id; the cookie outlives the session, and holds the middle of the district.
 */
export function shopFor(address: Address, separator: string): void {
  writeCookie(cookieNames.selectedAddress, oneLine(address, separator));
  if (address.district_center) writeLocation(address.district_center);
  writeCookie(cookieNames.defaultLocation, "1");
  writeCookie(cookieNames.addressId, address.id);
  writeCookie(cookieNames.districtId, address.district.id);
}

/** The address that was shopped for is deleted: its district stays the place, and no request names it. */
export function shopForDistrictOf(address: Address): void {
  removeCookie(cookieNames.addressId);
  writeCookie(cookieNames.selectedAddress, address.district.name);
}

/** What the form keeps while it is filled in; texts as typed. */
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

/** A new address begins with the place somebody shops for. */
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

/** The fields without which nothing can be delivered, in the order of the form. */
export const needed = ["district_id", "address", "building_number"] as const;

export function missing(draft: Draft): (typeof needed)[number][] {
  return needed.filter((field) => draft[field].trim() === "");
}
