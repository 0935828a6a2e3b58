import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import { Balance } from "./Balance";

afterEach(() => vi.unstubAllGlobals());

test("says what the wallet holds", async () => {
  mockApi({ "GET /wallet": { balance: 120.5, currency: "EGP" } });
  renderShop(<Balance />);
  expect(await screen.findByText(/120\.50/)).toBeTruthy();
});

test("guests have none, and nobody is asked", () => {
  const calls = mockApi({});
  const { container } = renderShop(<Balance />, { scope: { session: "" } });
  expect(container.textContent).toBe("");
  expect(calls).toEqual([]);
});
