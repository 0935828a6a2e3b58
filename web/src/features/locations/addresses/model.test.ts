import { afterEach, expect, test } from "vitest";
import type { Address } from "../../../api/types";
import { cookieNames, readCookie, readLocation, removeCookie } from "../../../lib/cookies";
import type { Values } from "../../../lib/i18n";
import { oneLine, shopFor, shopForDistrictOf } from "../../../shop/addresses/model";
import { draftOf, emptyDraft, missing } from "./model";

const address: Address = {
  id: "adr_1",
  type: "home",
  name: "",
  contact_name: "Mona",
  phone: "+201012345678",
  country: "EG",
  region: { id: "cairo", slug: "cairo", name: "Cairo" },
  district: { id: "maadi", slug: "maadi", name: "Maadi" },
  city: "Cairo",
  address: "Road 9",
  building_number: "12",
  floor: "3",
  apartment_number: "6",
  landmark: "",
  postal_code: "",
  lat: 29.96123,
  lng: 31.25311,
  is_default: true,
  delivers: true,
  district_center: { lat: 29.9602, lng: 31.2569 },
};

afterEach(() => removeCookie(...Object.values(cookieNames)));

const say = (key: string, values: Values = {}) =>
  key === "home:comma" ? ", " : `Building ${values.building}, ${values.street}`;

test.each([
  ["12", "Road 9", "12 Road 9, Maadi"],
  ["9", "14 Talaat Harb", "Building 9, 14 Talaat Harb, Maadi"],
  ["٩", "١٤ طلعت حرب", "Building ٩, ١٤ طلعت حرب, Maadi"],
  ["14", "14 Talaat Harb", "14 Talaat Harb, Maadi"],
  ["Nile Tower", "Corniche", "Nile Tower, Corniche, Maadi"],
  ["", "Road 9", "Road 9, Maadi"],
])("an address in one line: building %j, street %j", (building_number, street, line) => {
  expect(
    oneLine({ ...address, building_number, address: street }, say, (names, comma) =>
      names.join(comma),
    ),
  ).toBe(line);
});

test("shopping for an address sets every location cookie", () => {
  shopFor(address, say);
  expect(readCookie(cookieNames.addressId)).toBe("adr_1");
  expect(readCookie(cookieNames.districtId)).toBe("maadi");
  expect(readCookie(cookieNames.defaultLocation)).toBe("1");
  expect(readCookie(cookieNames.selectedAddress)).toBe("Maadi, 12 Road 9");
  shopFor({ ...address, name: "Mum's place" }, say);
  expect(readCookie(cookieNames.selectedAddress)).toBe("Mum's place, Maadi");
  // No cookie has the exact position: about a hundred metres are enough for fees and delivery times.
  expect(readLocation()).toEqual({ lat: 29.961, lng: 31.253 });
  shopForDistrictOf(address);
  expect(readCookie(cookieNames.addressId)).toBeNull();
  expect(readLocation()).toEqual({ lat: 29.9602, lng: 31.2569 });
});

test("says what is missing, blanks included", () => {
  expect(missing(emptyDraft)).toEqual(["district_id", "address", "building_number"]);
  expect(missing({ ...draftOf(address), address: "  " })).toEqual(["address"]);
  expect(missing(draftOf(address))).toEqual([]);
});
