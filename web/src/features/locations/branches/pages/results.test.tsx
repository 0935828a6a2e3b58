import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../../testing/cart";
import { type Answer, mockApi, onePage, refused, renderShop } from "../../../../testing/shop";
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
    (await screen.findByRole("heading", { name: "No delivery to your area (1)" })).closest(
      "details",
    );
  const away = await folded();
  if (!away) throw new Error("They are not folded");
  expect(away.open).toBe(false);
  expect(within(away).getByText("Souq, Helwan")).toBeTruthy();
  expect(within(away).queryByText("Souq, Maadi")).toBeNull();
  // Shown once, not on every card.
  expect(screen.getAllByText(/No delivery to your area/)).toHaveLength(1);
  unmount();

  list = [far];
  renderShop(<Component />, { at: "/branches-results?service_id=grocery" });
  expect(await screen.findByText("We Don't Deliver To Your Location")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Change area" })).toBeTruthy();
  // There is nothing else to show.
  expect((await folded())?.open).toBe(true);
});

const closed = { is_closed: true, closed_reason: "hours" } as const;
const several = [
  aBranch({ id: "1", name: "Open" }),
  aBranch({ id: "2", name: "At nine", ...closed, opens_at: "2026-11-21T07:00:00Z" }),
  aBranch({ id: "3", name: "Says no time", is_closed: true, closed_reason: "switched" }),
];
const headings = () =>
  screen.getAllByRole("heading").map((one) => one.textContent?.replaceAll(/[\u2066-\u2069]/g, ""));

test.each([
  ["", ["Branches", "Open", "Opening later", "At nine", "Closed now", "Says no time"]],
  ["&sort=nearest", ["Branches", "Open", "At nine", "Says no time"]],
])("closed branches stand under what they are good for%s", async (sort, want) => {
  mockApi({ "GET /services": [grocery], "GET /branches": onePage(several) });
  renderShop(<Component />, { at: `/branches-results?service_id=grocery${sort}` });
  await screen.findByText("At nine");
  expect(headings().slice(1)).toEqual(want);
  expect(screen.getByText(/^Closed, opens .*9:00/)).toBeTruthy();
  expect(screen.queryAllByText("You can order now for a time after opening.")).toHaveLength(
    sort ? 0 : 1,
  );
});

test("at night, when all are closed, those that open come first and say so once", async () => {
  mockApi({ "GET /services": [grocery], "GET /branches": onePage(several.slice(1)) });
  renderShop(<Component />, { at: "/branches-results?service_id=grocery" });
  await screen.findByText("At nine");
  expect(headings().slice(1)).toEqual(["Opening later", "At nine", "Closed now", "Says no time"]);
});

test.each([
  ["", true],
  ["&q=souq", false],
  ["&open=true", false],
  ["&store_id=souq", false],
])(
  "where few deliver here, the other services' that do follow: with %s %s",
  async (asked, follow) => {
    const food = { id: "svc_food", slug: "food", name: "Food", tint: "food" };
    const calls = mockApi({
      "GET /services": [grocery, food],
      "GET /branches": ({ path }) =>
        path.includes("service_id=food")
          ? onePage([
              aBranch({ id: "k", name: "Koshary, Maadi" }),
              aBranch({ id: "l", name: "Koshary, Giza", delivers: false }),
            ])
          : onePage([aBranch()]),
    });
    renderShop(<Component />, { at: `/branches-results?service_id=grocery${asked}` });
    await screen.findByText("Souq, Maadi");
    if (follow) {
      expect(await screen.findByText("Koshary, Maadi")).toBeTruthy();
      expect(screen.getByRole("heading", { name: "Food" })).toBeTruthy();
    }
    expect(screen.queryByText("Koshary, Giza")).toBeNull();
    expect(calls.some(({ path }) => path.includes("service_id=food"))).toBe(follow);
  },
);

test.each([
  ["maadi", "Grocery: branches near you"],
  ["", "Grocery: all branches"],
])("the heading promises nearness to a place alone: %j", async (district, heading) => {
  mockApi({ "GET /services": [grocery], "GET /branches": onePage([aBranch()]) });
  renderShop(<Component />, { at: "/branches-results", scope: { district } });
  expect(await screen.findByRole("heading", { level: 1, name: heading })).toBeTruthy();
});
