import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cookieNames, readCookie, removeCookie } from "../../../../lib/cookies";
import { useNavigate } from "../../../../lib/history";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import { HeaderSearch } from "./HeaderSearch";

const maadi = { id: "maadi", name: "Maadi", lat: 29.96, lng: 31.258, served: true };
const facets = { categories: [], stores: [], price: { min: 0, max: 0 }, in_stock: 0, offer: 0 };
const area = {
  kind: "area",
  id: "maadi",
  slug: "maadi",
  label: "Maadi",
  highlight: [],
  service_slug: "",
};

afterEach(() => {
  vi.unstubAllGlobals();
  removeCookie(cookieNames.districtId, cookieNames.selectedAddress);
});

test.each([
  ["of another place makes it the place", "dokki", "maadi"],
  ["of the place one is in leads there", "maadi", null],
])("an area %s, to its branches", async (_, district, chosen) => {
  mockApi({
    "GET /search/suggestions": [area],
    "GET /search": {
      ...(onePage([]) as object),
      facets,
      corrected: null,
      branches: [],
      area: null,
    },
    "GET /districts": [maadi],
  });
  const { where } = renderShop(<HeaderSearch />, { scope: { district } });
  const box = screen.getByRole("combobox");
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: "maad" } });
  const found = await screen.findByRole("option", { name: "Branches that deliver to Maadi" });
  fireEvent.mouseDown(found);
  fireEvent.click(found);
  await waitFor(() => expect(where()).toMatch(/^\/branches-results/));
  expect(readCookie(cookieNames.districtId)).toBe(chosen);
});

function Leave() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => navigate("/cart")}>
      Leave
    </button>
  );
}

test.each([
  ["before a page is asked for goes with the page", "before", ""],
  ["while a page is on its way stays", "cart", "sug"],
])("what is typed %s", async (_, typedAt, stays) => {
  mockApi({ "GET /search/suggestions": [], "GET /districts": [maadi] });
  const { where } = renderShop(
    <>
      <HeaderSearch />
      <Leave />
    </>,
  );
  // The URL changes first, the page follows.
  window.history.replaceState({ key: typedAt }, "");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "sug" } });
  window.history.replaceState({ key: "cart" }, "");
  fireEvent.click(screen.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(where()).toBe("/cart"));
  expect(screen.getByRole("combobox")).toHaveProperty("value", stays);
  window.history.replaceState(null, "");
});
