import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Product } from "../../../../api/types";
import { product } from "../../../../testing/product";
import { renderShop } from "../../../../testing/shop";
import { Cheaper, Elsewhere } from "./Elsewhere";

const offer = (id: string, price: number, branch = {}, available = true) => ({
  branch: { ...product.branch, id, name: id, delivers: true, is_closed: false, ...branch },
  price,
  available,
});

const open = (...offers: ReturnType<typeof offer>[]) => {
  const one = { ...product, branch: { ...product.branch, id: "here" }, offers };
  renderShop(<Cheaper product={one as unknown as Product} />);
};

test("the branch that asks least is named where it can be had as well", () => {
  open(
    offer("here", 50),
    offer("less", 45),
    offer("least", 40),
    offer("gone", 10, {}, false),
    offer("far", 10, { delivers: false }),
    offer("anywhere", 10, { delivers: null }),
    offer("closed", 10, { is_closed: true }),
  );
  const link = screen.getByRole("link");
  expect(link.textContent).toBe("Cheaper at least: EGP\u00a040");
  expect(link.getAttribute("href")).toMatch(/\?branch_id=least$/);
});

test("a closed branch is named where this one is closed too, and takes orders for later", () => {
  const closed = { is_closed: true, opens_at: null };
  const later = { is_closed: true, opens_at: "2026-11-27T12:00:00Z" };
  open(offer("here", 50, later), offer("shut", 10, closed), offer("later", 45, later));
  expect(screen.getByRole("link").textContent).toContain("Cheaper at later:");
});

test("where none asks less, nothing is said", () => {
  open(offer("here", 50), offer("same", 50), offer("dearer", 60));
  expect(screen.queryByRole("link")).toBeNull();
});

test("another branch leads to it there, and one that does not deliver here to itself", () => {
  const offers = [offer("here", 50), offer("near", 50), offer("far", 50, { delivers: false })];
  const one = { ...product, branch: { ...product.branch, id: "here" }, offers };
  renderShop(<Elsewhere product={one as unknown as Product} />);
  expect(
    screen.getAllByRole("link", { hidden: true }).map((link) => link.getAttribute("href")),
  ).toEqual([`/products/${product.slug}?branch_id=near`, "/branches/far"]);
});
