import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { product } from "../../../../testing/product";
import { mockApi, renderShop } from "../../../../testing/shop";
import { ProductSearch } from "./ProductSearch";

afterEach(() => vi.unstubAllGlobals());

test("what is not delivered here stands last and cannot be asked for", async () => {
  const here = { ...product.branch, delivers: true };
  mockApi({
    "GET /search": [
      { ...product, id: "prd_far", name: "Far" },
      { ...product, id: "prd_near", name: "Near", branch: here },
    ],
  });
  const added = vi.fn();
  renderShop(<ProductSearch service="svc_1" branch="" onAdd={added} />);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "juice" } });
  await screen.findByText("Near");
  const [near, far] = screen.getAllByRole("listitem");
  expect(near?.textContent).not.toContain("No delivery to your area");
  expect(far?.textContent).toContain("No delivery to your area");
  const [add, refused] = screen.getAllByRole<HTMLButtonElement>("button");
  expect(refused?.disabled).toBe(true);
  if (add) fireEvent.click(add);
  expect(added).toHaveBeenCalledTimes(1);
});
