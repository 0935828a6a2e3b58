import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../lib/cookies";
import { mockApi, renderShop } from "../testing/shop";
import { usePlaceName } from "./usePlaceName";

const districts = [
  {
    id: "maadi",
    name: "Maadi",
    governorate: { id: "cairo", name: "Cairo" },
    aliases: [],
    lat: 29.96,
    lng: 31.26,
    outline: [],
    radius: 0,
  },
];

function Place() {
  return <p>{usePlaceName()}</p>;
}

const names = [cookieNames.selectedAddress, cookieNames.districtId, cookieNames.addressId];
afterEach(() => removeCookie(...names));

function shown(name: string, address = "") {
  writeCookie(cookieNames.selectedAddress, name);
  writeCookie(cookieNames.districtId, "maadi");
  if (address !== "") writeCookie(cookieNames.addressId, address);
  const calls = mockApi({ "GET /districts": districts });
  renderShop(<Place />, { scope: { district: "maadi", address } });
  return calls;
}

test("a district that was chosen in the other language is named in the page's", async () => {
  shown("المعادي");
  expect(screen.getByText("المعادي")).toBeTruthy();
  expect(await screen.findByText("Maadi")).toBeTruthy();
  expect(readCookie(cookieNames.selectedAddress)).toBe("Maadi");
});

test.each([
  ["a name in the page's language", "Maadi", ""],
  ["an address, which is called what its owner calls it", "بيت جدتي", "adr_1"],
])("%s stays and asks for nothing", async (_what, name, address) => {
  const calls = shown(name, address);
  await Promise.resolve();
  expect(calls).toEqual([]);
  expect(readCookie(cookieNames.selectedAddress)).toBe(name);
});
