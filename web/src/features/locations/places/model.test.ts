import { afterEach, expect, test } from "vitest";
import type { District } from "../../../api/types";
import {
  cookieNames,
  readCookie,
  readLocation,
  removeCookie,
  writeCookie,
} from "../../../lib/cookies";
import { choosePlace, grouped, matching } from "./model";

const district = (id: string, name: string, governorate = "القاهرة"): District => ({
  id,
  name,
  governorate: { id: governorate, slug: governorate, name: governorate },
  lat: 30,
  lng: 31,
  outline: [],
  radius: 0,
  served: true,
});
const all = [district("maadi", "المعادي"), district("agouza", "العجوزة", "الجيزة")];

afterEach(() => removeCookie(...Object.values(cookieNames)));

test("finds districts in any spelling", () => {
  expect(matching(all, "المعادى").map((one) => one.id)).toEqual(["maadi"]);
  expect(matching(all, "عجوزه").map((one) => one.id)).toEqual(["agouza"]);
  expect(matching(all, "MAADI").map((one) => one.id)).toEqual(["maadi"]);
  expect(matching(all, "").length).toBe(2);
  expect(matching(all, "nowhere")).toEqual([]);
});

test("a name typed wrongly finds what comes nearest", () => {
  const more = [
    ...all,
    district("mohandessin", "المهندسين", "الجيزة"),
    district("october", "السادس من أكتوبر", "الجيزة"),
  ];
  const ids = (text: string) => matching(more, text).map((one) => one.id);
  expect(ids("مهندسن")).toEqual(["mohandessin"]);
  expect(ids("Mohandeseen")).toEqual(["mohandessin"]);
  expect(ids("المعدى")).toEqual(["maadi"]);
  expect(ids("اكتوبرر")).toEqual(["october"]);
  expect(ids("zz")).toEqual([]);
  expect(ids("منن")).toEqual([]);
  expect(ids("الإسكندرية")).toEqual([]);
});

test("of two that have what is typed, the one that begins with it comes first", () => {
  const [maadi] = all as [District];
  const beside = { ...maadi, id: "zahraa-el-maadi", name: "زهراء المعادي" };
  for (const typed of ["المعادي", "معادي", "القاهرة المعادي", "المعادي القاهرة"])
    expect(matching([beside, maadi], typed).map((one) => one.id)).toEqual([
      "maadi",
      "zahraa-el-maadi",
    ]);
});

test("of a governorate's name its areas keep their order", () => {
  const [maadi] = all as [District];
  const list = [
    { ...maadi, id: "zamalek", name: "الزمالك" },
    maadi,
    { ...maadi, id: "bulaq", name: "بولاق" },
  ];
  expect(matching(list, "القاهرة").map((one) => one.id)).toEqual(["zamalek", "maadi", "bulaq"]);
});

test("groups by governorate", () => {
  expect(grouped(all).map(([name, list]) => [name, list.length])).toEqual([
    ["القاهرة", 1],
    ["الجيزة", 1],
  ]);
});

test("remembers the place under the specified names and forgets the address", () => {
  writeCookie(cookieNames.addressId, "adr_1");
  choosePlace(all[0] as District);
  expect(readCookie(cookieNames.districtId)).toBe("maadi");
  expect(readCookie(cookieNames.selectedAddress)).toBe("المعادي");
  expect(readCookie(cookieNames.defaultLocation)).toBe("1");
  expect(readLocation()).toEqual({ lat: all[0]?.lat, lng: all[0]?.lng });
  expect(readCookie(cookieNames.addressId)).toBeNull();
});

test("keeps the position somebody gave to about a hundred metres, until an area is chosen by name", () => {
  const maadi = all[0] as District;
  choosePlace(maadi, { lat: 29.96123, lng: 31.25871 });
  expect(readLocation()).toEqual({ lat: 29.961, lng: 31.259 });
  expect(decodeURIComponent(document.cookie)).not.toMatch(/29\.9612|31\.2587/);
  choosePlace(maadi);
  expect(readLocation()).toEqual({ lat: maadi.lat, lng: maadi.lng });
});

test("a pin in the middle of an area is the area", () => {
  const maadi = { ...(all[0] as District), lat: 29.96021, lng: 31.25694 };
  choosePlace(maadi, { lat: 29.96021, lng: 31.25694 });
  expect(readLocation()).toEqual({ lat: 29.96021, lng: 31.25694 });
});
