import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { product } from "../../../../testing/product";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import SearchPanel from "./SearchPanel";

const sold = (name: string, branch: object) => ({
  ...product,
  id: name,
  slug: name,
  name,
  branch: { ...product.branch, delivers: true, ...branch },
});
const found = {
  ...(onePage([
    sold("pizza", { is_closed: true, closed_reason: "switched" }),
    sold("koshary", { is_closed: true, opens_at: "2026-11-21T07:00:00Z" }),
    sold("juice", {}),
  ]) as object),
  facets: { categories: [], stores: [], price: { min: 0, max: 0 }, in_stock: 0, offer: 0 },
  corrected: null,
  branches: [],
  area: null,
};

test.each([
  ["", ["koshary", "juice"]],
  ["food", ["pizza", "koshary", "juice"]],
])(
  "searched for %j, goods of a branch that takes no orders are shown only where they were asked for",
  async (text, names) => {
    mockApi({ "GET /search": found, "GET /search/suggestions": [] });
    renderShop(<SearchPanel text={text} service="" onOffer={() => undefined} />);
    await screen.findByText("juice");
    expect(
      screen.getAllByRole("listitem").map((one) => one.querySelector("a")?.textContent),
    ).toEqual(names);
  },
);

test.each([
  ["with goods of it alone", product.store.id, "Popular at Souq", ["Souq"]],
  ["with goods of others", "sto_other", "Products", ["Souq", "Sugar"]],
])("a store that is named, %s", async (_, id, heading, words) => {
  const store = {
    kind: "store",
    id,
    slug: "souq",
    label: "Souq",
    highlight: [],
    service_slug: "grocery",
  };
  const sugar = { ...store, kind: "product", id: "prd_sugar", label: "Sugar" };
  mockApi({ "GET /search": found, "GET /search/suggestions": [store, sugar] });
  const offer = vi.fn();
  renderShop(<SearchPanel text="souq" service="" onOffer={offer} />);
  expect(await screen.findByRole("heading", { name: heading })).toBeTruthy();
  // The store's other products are not suggested as search words.
  await waitFor(() =>
    expect(offer.mock.lastCall?.[0].map((one: { text: string }) => one.text)).toEqual(words),
  );
});

test("where nothing is found it says so", async () => {
  const nothing = {
    ...(onePage([]) as object),
    facets: found.facets,
    corrected: null,
    branches: [],
  };
  mockApi({ "GET /search": { ...nothing, area: null }, "GET /search/suggestions": [] });
  renderShop(<SearchPanel text="xyzqq" service="" onOffer={() => undefined} />);
  expect(await screen.findByText(/No results for .*xyzqq/)).toBeTruthy();
});
