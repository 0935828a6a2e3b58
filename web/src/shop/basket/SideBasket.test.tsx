import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aCart, anItem, aSummary } from "../../testing/cart";
import { mockApi, renderShop } from "../../testing/shop";
import { dropWish, keepWish } from "../cart/wishes";
import SideBasket from "./SideBasket";

afterEach(() => vi.unstubAllGlobals());

test("beside another branch's goods the basket says whose it is, and nothing of a minimum", async () => {
  const cart = aCart({ items: [anItem("milk")], minimum_order: 60, missing_to_minimum: 0 });
  const show = async (branch: string | undefined) => {
    mockApi({ "GET /carts": [aSummary()], "GET /get_card": cart });
    renderShop(<SideBasket service="svc_grocery" branch={branch} />);
    await screen.findByRole("link", { name: /milk/ });
  };
  await show(cart.branch?.id ?? "");
  expect(screen.getByText(cart.branch?.name ?? "no name")).toBeTruthy();
  expect(screen.getByText("Minimum order reached")).toBeTruthy();
  expect(screen.queryByText("What you add here starts a new cart.")).toBeNull();
  cleanup();
  await show("br_other");
  expect(screen.getByText(cart.branch?.name ?? "no name")).toBeTruthy();
  expect(screen.queryByText("Minimum order reached")).toBeNull();
  expect(screen.getByText("What you add here starts a new cart.")).toBeTruthy();
  cleanup();
  // Nothing can be added where nothing is delivered.
  await show(undefined);
  expect(screen.queryByText("What you add here starts a new cart.")).toBeNull();
});

test("while it stands in sight beside the goods, messages make room for them", async () => {
  mockApi({ "GET /carts": [], "GET /get_card": aCart({ items: [] }) });
  const parent = vi.spyOn(HTMLElement.prototype, "offsetParent", "get");
  parent.mockReturnValue(document.body);
  const { unmount } = renderShop(<SideBasket service="svc_grocery" branch="br_other" />);
  await screen.findByText("Add items and they'll show here");
  const marked = () => document.body.hasAttribute("data-basket");
  expect(marked()).toBe(true);
  // A window too narrow for it hides it.
  parent.mockReturnValue(null);
  fireEvent.resize(window);
  expect(marked()).toBe(false);
  parent.mockReturnValue(document.body);
  fireEvent.resize(window);
  expect(marked()).toBe(true);
  unmount();
  expect(marked()).toBe(false);
  parent.mockRestore();
});

test("products that could not be sent yet are listed in it", async () => {
  mockApi({ "GET /carts": [], "GET /get_card": aCart({ items: [] }) });
  keepWish({ service: "svc_grocery", variant: "var_milk", name: "Full cream milk", qty: 2 });
  renderShop(<SideBasket service="svc_grocery" branch="br_other" />);
  expect(await screen.findByText(/haven't saved yet: Full cream milk/)).toBeTruthy();
  act(() => dropWish("var_milk"));
  expect(screen.queryByText(/haven't saved yet/)).toBeNull();
});
