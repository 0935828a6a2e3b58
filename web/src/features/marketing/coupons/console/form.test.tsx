import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import { CouponForm } from "./components/CouponForm";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Renders the form for a member of staff whose coupons are, or are not, limited to some stores. */
function draw(fixed: boolean) {
  const choices = {
    services: [],
    stores: [{ id: "sto_1", slug: "one", name: "Koshary House" }],
    categories: [],
    stores_fixed: fixed,
  };
  const calls = mockApi({
    "GET /console/coupons/choices": choices,
    "POST /console/coupons": refused(422, {
      code: "validation",
      message: "No",
      errors: { stores: ["Not your store."] },
    }),
  });
  renderShop(<CouponForm coupon={null} onSaved={() => {}} />, { console: true });
  return () => calls.filter(({ method }) => method === "POST").map(({ body }) => body);
}

test("a manager is told that a coupon stays in their stores", async () => {
  const sent = draw(true);
  expect(await screen.findByText(/Your stores only/)).toBeTruthy();
  expect(screen.getAllByText("Your stores").length).toBeGreaterThan(0);
  fireEvent.click(screen.getByLabelText("Koshary House"));
  fireEvent.click(screen.getByRole("button", { name: "Create coupon" }));
  await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ stores: ["sto_1"] })]));
  expect(await screen.findByText("Not your store.")).toBeTruthy();
});

test("an owner's coupon may be for everything", async () => {
  draw(false);
  expect(await screen.findByLabelText("Koshary House")).toBeTruthy();
  expect(screen.queryByText(/Your stores only/)).toBeNull();
});
