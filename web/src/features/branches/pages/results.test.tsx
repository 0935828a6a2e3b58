import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../testing/cart";
import { type Answer, mockApi, onePage, refused, renderShop } from "../../../testing/shop";
import page from "./results";

const { Component } = page;
const grocery = { id: "svc_grocery", slug: "grocery", name: "Grocery", tint: "grocery" };
const unread = refused(500, { message: "The shop is closed." });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["cannot be read", unread, "The shop is closed."],
  ["are none", [], "No branches match your filters"],
] as const)(
  "a listing without a service, where services %s, warns, is empty and can be tried again",
  async (_, services, said) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    let answer: Answer = services as Answer;
    const calls = mockApi({ "GET /services": () => answer, "GET /branches": onePage([aBranch()]) });
    renderShop(<Component />, { at: "/branches-results" });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText("Loading branches")).toBeNull();
    expect(warned).toHaveBeenCalledWith(
      "/branches needs page and service_id: an empty list instead.",
    );
    expect(calls.filter(({ path }) => path.startsWith("/branches"))).toEqual([]);

    answer = [grocery];
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Souq, Maadi")).toBeTruthy();
    await waitFor(() =>
      expect(calls.map(({ path }) => path)).toContain("/branches?service_id=grocery&page=1"),
    );
  },
);

test("branches that do not deliver here come after those that do, folded under a title that says so", async () => {
  const far = aBranch({ id: "brn_2", slug: "far", name: "Souq, Helwan", delivers: false });
  let list = [aBranch(), far];
  mockApi({ "GET /services": [grocery], "GET /branches": () => onePage(list) });
  const { unmount } = renderShop(<Component />, { at: "/branches-results?service_id=grocery" });
  const folded = async () =>
    (await screen.findByRole("heading", { name: "No delivery to your area" })).closest("details");
  const away = await folded();
  if (!away) throw new Error("They are not folded");
  expect(away.open).toBe(false);
  expect(within(away).getByText("Souq, Helwan")).toBeTruthy();
  expect(within(away).queryByText("Souq, Maadi")).toBeNull();
  unmount();

  list = [far];
  renderShop(<Component />, { at: "/branches-results?service_id=grocery" });
  expect(await screen.findByText("We Don't Deliver To Your Location")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change area" })).toBeTruthy();
  // There is nothing else to look through.
  expect((await folded())?.open).toBe(true);
});
