import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie, readLocation, removeCookie } from "../../../../lib/cookies";
import { shopFor } from "../../../../shop/addresses/model";
import { anAddress } from "../../../../testing/checkout";
import { mockApi, renderShop } from "../../../../testing/shop";
import page from "./list";

const { Component } = page;

afterEach(() => {
  vi.unstubAllGlobals();
  removeCookie(...Object.values(cookieNames));
});

test("an address is picked to shop for: it is the chosen place", async () => {
  const work = anAddress({
    id: "adr_2",
    type: "work",
    name: "The office",
    is_default: false,
    district_center: { lat: 29.9602, lng: 31.2569 },
  });
  mockApi({ "GET /addresses": [anAddress(), work] });
  renderShop(<Component />, { at: "/account/my-address", scope: { address: "adr_1" } });
  const card = (await screen.findByText("The office")).closest("li, article") as HTMLElement;
  fireEvent.click(within(card).getByRole("button", { name: "Deliver here" }));
  expect(readCookie("address_id")).toBe("adr_2");
  expect(readCookie("district_id")).toBe(work.district.id);
  expect(readCookie("default_location")).toBe("1");
  expect(readLocation()).toEqual({ lat: work.lat, lng: work.lng });
});

test("deleting the address that is shopped for leaves its district as the place", async () => {
  const work = anAddress({ id: "adr_2", name: "The office", is_default: false });
  mockApi({ "GET /addresses": [anAddress(), work], "DELETE /addresses/adr_2": {} });
  shopFor(work, () => ", ");
  renderShop(<Component />, { at: "/account/my-address", scope: { address: "adr_2" } });
  const card = (await screen.findByText("The office")).closest("li") as HTMLElement;
  fireEvent.click(within(card).getByRole("button", { name: "More actions" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  fireEvent.click(within(card).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(readCookie("address_id")).toBeNull());
  expect(readCookie("selected_address")).toBe(work.district.name);
  expect(readCookie("district_id")).toBe(work.district.id);
});
