import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { ProductRow } from "./api";
import page from "./products";

const soup: ProductRow = {
  id: "prd_1",
  slug: "soup",
  name_en: "Soup",
  name_ar: "شوربة",
  sku: "SOUP",
  state: "published",
  store: { id: "sto_1", slug: "koshary", name: "Koshary House" },
  category: { id: "cat_1", slug: "meals", name: "Meals" },
  image: { src: "", alt: "", srcset: [] },
  missing: [],
  price: 20,
  unit_grams: 0,
  updated_at: "2026-11-20T10:00:00Z",
} as unknown as ProductRow;

const answers = (...capabilities: string[]) => ({
  "GET /console/me": { capabilities },
  "GET /console/catalogue/choices": {
    services: [],
    stores: [],
    branches: [],
    tags: ["Hot", "New"],
    vats: [],
  },
  "GET /console/categories": [],
  "GET /console/products": { data: [soup], meta: { next: "" } },
});

async function selected(at: string) {
  renderShop(<page.Component />, { console: true, at });
  fireEvent.click(await screen.findByLabelText("Select Soup"));
  return within(screen.getByRole("region", { name: "Selection" }));
}

afterEach(() => vi.unstubAllGlobals());

test("several are archived at once, after a question", async () => {
  const calls = mockApi({
    ...answers("catalogue.edit"),
    "POST /console/products/bulk": {
      done: 0,
      refused: [{ id: "prd_1", code: "not_found", message: "It is gone." }],
      run: "",
    },
  });
  const bar = await selected("/products");
  fireEvent.click(bar.getByRole("button", { name: "Archive" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Archive" }));
  expect(await screen.findByText(/It is gone/)).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    action: "archive",
    ids: ["prd_1"],
  });
});

test.each([
  ["", ["Publish", "Move to drafts", "Archive"]],
  ["?state=draft", ["Publish", "Archive"]],
  ["?state=published", ["Move to drafts", "Archive"]],
  ["?state=archived", ["Restore"]],
])("what can be done follows the state (%s)", async (query, names) => {
  mockApi(answers("catalogue.edit"));
  const bar = await selected(`/products${query}`);
  const buttons = bar.getAllByRole("button").map((one) => one.textContent);
  expect(buttons).toEqual([...names, "Clear selection"]);
});

test("who does not edit products selects none", async () => {
  mockApi(answers("catalogue.read"));
  renderShop(<page.Component />, { console: true, at: "/products" });
  await screen.findByText("Soup");
  expect(screen.queryByLabelText("Select Soup")).toBeNull();
});

test.each([
  ["Hot", ["All tags", "Hot", "New"]],
  ["Gone", ["All tags", "Gone", "Hot", "New"]],
])("the list is narrowed by a tag (%s)", async (tag, options) => {
  const calls = mockApi(answers("catalogue.edit"));
  renderShop(<page.Component />, { console: true, at: `/products?tag=${tag}` });
  await screen.findByText("Soup");
  const select = (await screen.findByLabelText("Tags")) as HTMLSelectElement;
  await screen.findByRole("option", { name: "New" });
  expect([...select.options].map((one) => one.text)).toEqual(options);
  expect(select.value).toBe(tag);
  const asked = calls.filter(({ path }) => path.startsWith("/console/products"));
  expect(asked.at(-1)?.path).toContain(`tag=${tag}`);
});
