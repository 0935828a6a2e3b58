import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { Product } from "../../../../api/types";
import { aBranch, aCart } from "../../../../testing/cart";
import { product } from "../../../../testing/product";
import { mockApi, outOfSight, renderShop } from "../../../../testing/shop";
import { Buy } from "./Buy";

afterEach(() => vi.unstubAllGlobals());

const shirt = {
  ...product,
  branch: { ...product.branch, delivers: true },
  description: "Heavy cotton.",
  images: [],
  related: [],
  breadcrumbs: [],
  offers: [],
  attributes: [],
  vat_percent: null,
  returns: { kind: "general", as_new_hours: 336, defective_hours: 720, text: "Within 14 days" },
  extras: null,
  options: [
    {
      id: "colour",
      name: "Colour",
      values: [
        { id: "black", name: "Black" },
        { id: "white", name: "White" },
      ],
    },
  ],
  variants: ["black", "white"].map((colour) => ({
    id: `var_${colour}`,
    name: colour,
    choices: { colour },
    price: 60,
    old_price: null,
    available: true,
    stock_left: null,
    image: null,
  })),
} as unknown as Product;

function open(one = shirt) {
  renderShop(<Buy product={one} branch={undefined} />);
  return (name: string) =>
    screen.getByRole<HTMLInputElement>("radio", { name: new RegExp(`^${name}`) });
}

test("a choice is kept while the page is drawn anew, as long as it is sold", () => {
  const radio = open();
  expect(radio("Black").checked).toBe(true);
  expect(document.querySelectorAll("fieldset circle")).toHaveLength(2);
  expect(screen.getByText("Heavy cotton.")).toBeTruthy();
  fireEvent.click(radio("White"));
  cleanup();
  expect(open()("White").checked).toBe(true);
  cleanup();
  const gone = { ...shirt, variants: shirt.variants.slice(0, 1) };
  expect(open(gone)("Black").checked).toBe(true);
});

test("a choice that is sold out says so in words, in place of its price", () => {
  const [black, white] = shirt.variants as [Product["variants"][0], Product["variants"][0]];
  for (const price of [60, 75]) {
    const radio = open({
      ...shirt,
      variants: [black, { ...white, price, available: false }],
    } as Product);
    expect(radio("White").labels?.[0]?.textContent).toBe("White Sold out");
    expect(radio("Black").labels?.[0]?.textContent).not.toContain("Sold out");
    cleanup();
  }
});

test("the button says what its press costs: of the fewest that are sold", () => {
  open({ ...shirt, min_qty: 2 });
  const button = screen.getByRole("button", { name: /^Add / });
  expect(button.textContent).toBe("Add · EGP\u00a0120");
  expect(button.getAttribute("aria-label")).toContain(`${button.textContent}: ${shirt.name} · `);
  cleanup();
  open({ ...shirt, min_qty: 2, unit_grams: 250 });
  expect(screen.getByRole("button", { name: /^Add / }).textContent).toMatch(/EGP.60/);
});

test.each([
  ["br_1", 1],
  ["br_2", 0],
])("the bar at the foot shows the cart it goes into, not another branch's", async (id, links) => {
  outOfSight();
  mockApi({ "GET /get_card": aCart({ branch: aBranch({ id }) }) });
  const { client } = renderShop(<Buy product={shirt} branch={undefined} />);
  const bar = await screen.findByRole("region", { name: "Add to cart" });
  await waitFor(() => expect(client.isFetching()).toBe(0));
  expect(within(bar).getByRole("button").textContent).toBe("Add · EGP\u00a060");
  expect(within(bar).queryAllByRole("link")).toHaveLength(links);
});

test("a dish's extras stand in its page, with how many and the price of all of it", async () => {
  const extra = (id: string, name: string, price: number) => ({
    id,
    name,
    price,
    most: 1,
    preset: 0,
    available: true,
  });
  const group = (id: string, name: string, least: number, extras: unknown[]) => ({
    id,
    name,
    least,
    most: 1,
    extras,
  });
  const calls = mockApi({
    "GET /get_card": aCart({ items: [] }),
    [`GET /products/${shirt.id}/extras`]: {
      groups: [
        group("cut", "Cut", 1, [extra("slim", "Slim", 0), extra("wide", "Wide", 10)]),
        group("gift", "Gift", 0, [extra("box", "Box", 5)]),
      ],
    },
    "POST /order/add-to-cart": { cart: aCart({ items: [] }) },
  });
  renderShop(<Buy product={{ ...shirt, extras: true } as Product} branch={undefined} />);
  const add = () => screen.getAllByRole("button", { name: /^(Add ·|Choose)/ })[0] as HTMLElement;
  expect(await screen.findByRole("group", { name: /^Cut/ })).toBeTruthy();
  Element.prototype.scrollIntoView = () => {};
  // A required choice comes first: the button leads to it.
  expect(add().textContent).toContain("Cut");
  fireEvent.click(add());
  expect(document.activeElement).toBe(screen.getByRole("group", { name: /^Cut/ }));
  fireEvent.click(screen.getByRole("radio", { name: /^Wide/ }));
  fireEvent.click(screen.getByRole("checkbox", { name: /^Box/ }));
  fireEvent.click(screen.getAllByRole("button", { name: /^Add one more/ })[0] as HTMLElement);
  expect(add().textContent).toBe("Add · EGP\u00a0150");
  fireEvent.click(add());
  await waitFor(() => expect(calls.at(-1)?.path).toBe("/order/add-to-cart"));
  expect(calls.at(-1)?.body).toMatchObject({
    qty: 2,
    extras: [
      { id: "wide", qty: 1 },
      { id: "box", qty: 1 },
    ],
  });
});
