import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product } from "../../../api/types";
import { closeDialog, dialogStore } from "../../../lib/dialogs";
import { renderShop } from "../../../testing/shop";
import { Away } from "./Away";

afterEach(closeDialog);

const branch = (id: string, delivers: boolean) => ({
  id,
  slug: id,
  name: id,
  is_closed: false,
  delivers,
});
const offer = (id: string, delivers: boolean, available = true) => ({
  branch: branch(id, delivers),
  available,
});
const kofta = {
  slug: "kofta",
  branch: branch("dokki", false),
  offers: [offer("dokki", false), offer("maadi", true)],
  related: [{}],
  breadcrumbs: [{ slug: "grills" }],
};

function open(changes: object = {}) {
  renderShop(<Away product={{ ...kofta, ...changes } as unknown as Product} />);
  return screen.getByRole("link").getAttribute("href");
}

test("says once that it is not delivered, and leads to a branch that delivers", () => {
  expect(open()).toBe("/products/kofta?branch_id=maadi");
  expect(screen.getAllByText(/deliver/i)).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Change area" }));
  expect(dialogStore.get()?.name).toBe("location");
});

test("where no branch delivers it, what is like it does, or its category is looked at", () => {
  const nowhere = { offers: [offer("dokki", false), offer("maadi", true, false)] };
  expect(open(nowhere)).toBe("#instead");
});

test("where nothing is like it, its category is looked at", () => {
  expect(open({ offers: [], related: [] })).toBe("/categories/grills");
});
