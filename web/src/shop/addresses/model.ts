import type { Address } from "../../api/types";
import { cookieNames, removeCookie, writeCookie, writeLocation } from "../../lib/cookies";

/** One line: street and building, then the district. */
export function oneLine(
  address: Pick<Address, "address" | "building_number" | "district">,
  separator: string,
): string {
  return [`${address.building_number} ${address.address}`.trim(), address.district.name]
    .filter(Boolean)
    .join(separator);
}

/** What the head has two lines for: its name and the district, or the district and the street. */
function shortly(address: Address, separator: string): string {
  const { name, district } = address;
  return (
    name
      ? [name, district.name]
      : [district.name, `${address.building_number} ${address.address}`.trim()]
  ).join(separator);
}

/**
 * Shops from now on for this address: all five location cookies. Where exactly it lies the server
 * knows by its id; the cookie outlives the session, and holds the middle of the district.
 */
export function shopFor(address: Address, separator: string): void {
  writeCookie(cookieNames.selectedAddress, shortly(address, separator));
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
