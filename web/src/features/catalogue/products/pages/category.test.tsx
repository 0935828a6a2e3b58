import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { dialogStore } from "../../../../lib/dialogs";
import texts from "../../../../locales/en/branches.json";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
import page from "./category";

afterEach(() => vi.unstubAllGlobals());

const image = { src: "", srcset: "", width: 256, height: 256 };
const category = {
  id: "cat_sweets",
  slug: "sweets",
  name: "Sweets",
  image,
  service_id: "svc_food",
  service: { id: "svc_food", slug: "food", name: "Food", tint: "food" },
  breadcrumbs: [],
  children: [],
};
const product = (id: string, delivers: boolean | null) => ({
  id,
  slug: id,
  name: id,
  image,
  service: { id: "svc_food", slug: "food", name: "Food" },
  store: { id: "sto_1", slug: "khan-warda", name: "Khan Warda" },
  branch: { id: "br_1", slug: "br-1", name: "Khan Warda", is_closed: false, delivers },
  category: { id: "cat_sweets", slug: "sweets", name: "Sweets" },
  variant_id: `var_${id}`,
  price: 60,
  price_varies: false,
  old_price: null,
  discount_percent: null,
  currency: "EGP",
  unit: "",
  pack: "",
  choices: 1,
  extras: false,
  menu: null,
  min_qty: 1,
  max_qty: null,
  step_qty: 1,
  unit_grams: 0,
  stock_left: null,
  available: true,
  favorite: 0,
  rating: { average: 0, count: 0 },
});

test.each([
  ["nothing of it", [false, false], true],
  ["some of it", [false, true], false],
  ["all of it, for who chose no area,", [null, null], false],
])("where %s is delivered, the list says so or not", async (_, delivered, told) => {
  mockApi({
    "GET /categories/sweets": category,
    "GET /products": onePage(delivered.map((one, place) => product(`p${place}`, one))),
  });
  renderShop(<page.Component />, { at: "/categories/sweets", params: { id: "sweets" } });
  expect(await screen.findAllByRole("article")).toHaveLength(2);
  const change = screen.queryByRole("button", { name: texts.change_place });
  expect(change !== null).toBe(told);
  if (!change) return;
  expect(screen.getByText(texts.not_here_notice)).toBeTruthy();
  fireEvent.click(change);
  expect(dialogStore.get()?.name).toBe("location");
});
