import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Product } from "../../../../api/types";
import { closeDialog, dialogStore } from "../../../../lib/dialogs";
import { renderShop } from "../../../../testing/shop";
import { Away } from "./Away";

afterEach(closeDialog);

const kofta = { related: [{}], breadcrumbs: [{ slug: "grills" }] };

function open(changes: object = {}) {
  renderShop(<Away product={{ ...kofta, ...changes } as unknown as Product} />);
  return screen.getByRole("link").getAttribute("href");
}

test("says once that it is not delivered, and leads to what is like it and is", () => {
  expect(open()).toBe("#instead");
  expect(screen.getAllByText(/don't deliver/i)).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "Change area" }));
  expect(dialogStore.get()?.name).toBe("location");
});

test("where nothing is like it, its category is looked at", () => {
  expect(open({ related: [] })).toBe("/categories/grills");
});
