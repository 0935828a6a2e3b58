import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../lib/cookies";
import { mockApi, renderShop } from "../../testing/shop";
import { ChosenService } from "./ChosenService";

const services = [
  { id: "svc_food", slug: "food", name: "Food" },
  { id: "svc_grocery", slug: "grocery", name: "Grocery" },
];
const chosen = () => [readCookie(cookieNames.selectedService), readCookie(cookieNames.serviceName)];

beforeEach(() => removeCookie(cookieNames.selectedService, cookieNames.serviceName));
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["another's name", "/cart", "svc_food", "Grocery", ["svc_food", "Food"]],
  ["no name", "/cart", "svc_food", "", ["svc_food", "Food"]],
  ["a name in another language", "/home", "svc_food", "مطاعم", ["svc_food", "Food"]],
  ["a service there is none of", "/cart", "svc_gone", "Gone", [null, null]],
  ["a name of nothing", "/cart", "", "Food", [null, null]],
  [
    "an address that asks",
    "/branches-results?service_id=grocery",
    "svc_food",
    "Food",
    ["svc_grocery", "Grocery"],
  ],
  [
    "a search that asks",
    "/search-results?q=tea&service_id=svc_grocery",
    "",
    "",
    ["svc_grocery", "Grocery"],
  ],
  [
    "an address that only mentions one",
    "/checkout?service_id=grocery",
    "svc_food",
    "Food",
    ["svc_food", "Food"],
  ],
  [
    "an address that asks for none there is",
    "/home?service_id=no",
    "svc_food",
    "Food",
    ["svc_food", "Food"],
  ],
])("%s", async (_, at, id, name, then) => {
  if (id) writeCookie(cookieNames.selectedService, id);
  if (name) writeCookie(cookieNames.serviceName, name);
  const calls = mockApi({ "GET /services": services });
  renderShop(<ChosenService />, { at });
  await waitFor(() => expect(calls).toHaveLength(1));
  await waitFor(() => expect(chosen()).toEqual(then));
});

test("where nothing is chosen nobody is asked", async () => {
  const calls = mockApi({});
  renderShop(<ChosenService />, { at: "/home" });
  await new Promise((resolve) => setTimeout(resolve));
  expect(calls).toEqual([]);
});
