import type { Address } from "../../api/types";
import { cookieNames, removeCookie, writeCookie, writePosition } from "../../lib/cookies";
import type { Values } from "../../lib/i18n";
import type { Format } from "../../lib/useFormat";
import type { IconName } from "../../ui/Icon";

export const addressIcons: Record<Address["type"], IconName> = {
  home: "home",
  work: "building",
  other: "pin",
};

/** The fields of an address that are needed to shop for it. */
type Place = Pick<
  Address,
  "id" | "name" | "district" | "address" | "building_number" | "lat" | "lng" | "district_center"
>;
type Street = Pick<Address, "address" | "building_number">;

/** Texts by their keys: "home:comma", "home:building". */
type Say = (key: string, values?: Values) => string;

const numbered = /^[0-9٠-٩]/;

/** "12 Road 9"; where two numbers would read as one, "Building 9, 14 Talaat Harb". */
export function streetOf({ building_number, address }: Street, t: Say): string {
  const [building, street] = [building_number.trim(), address.trim()];
  // Some customers write the building number in the street field as well.
  if (!building || !street || street.startsWith(`${building} `)) return street || building;
  if (!numbered.test(building)) return building + t("home:comma") + street;
  return numbered.test(street) ? t("home:building", { building, street }) : `${building} ${street}`;
}

/** One line: street and building, then the district. `list` is the page's format.list. */
export function oneLine(
  address: Street & Pick<Address, "district">,
  t: Say,
  list: Format["list"],
): string {
  const parts = [streetOf(address, t), address.district.name];
  return list(parts.filter(Boolean), t("home:comma"));
}

/** The two parts that the header shows: name and district, or district and street. */
function shortly(address: Place, t: Say): string {
  const { name, district } = address;
  return (name ? [name, district.name] : [district.name, streetOf(address, t)]).join(
    t("home:comma"),
  );
}

/**
 * Makes this address the one to shop for: sets all five location cookies. The server knows the
 * exact position by the address id; the cookie that listings use is accurate to about a hundred
 * metres.
 */
export function shopFor(address: Place, t: Say): void {
  writeCookie(cookieNames.selectedAddress, shortly(address, t));
  writePosition(address.district_center ?? null, { lat: address.lat, lng: address.lng });
  writeCookie(cookieNames.defaultLocation, "1");
  writeCookie(cookieNames.addressId, address.id);
  writeCookie(cookieNames.districtId, address.district.id);
}

/** After the chosen address was deleted: its district stays chosen, without an exact position. */
export function shopForDistrictOf(address: Address): void {
  removeCookie(cookieNames.addressId);
  writePosition(address.district_center ?? null, null);
  writeCookie(cookieNames.selectedAddress, address.district.name);
}
