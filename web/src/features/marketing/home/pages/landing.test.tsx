import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/landing.json";
import { mockApi, renderShop } from "../../../../testing/shop";
import page from "./landing";

afterEach(() => vi.unstubAllGlobals());

const image = { src: "", srcset: "", width: 256, height: 256 };
const aWindow = (name: string, is_closed: boolean) => ({
  tint: "food",
  products: [],
  branch: {
    id: name,
    slug: name,
    name,
    image,
    is_closed,
    opens_at: is_closed ? "2026-11-24T10:00:00Z" : null,
    closed_reason: is_closed ? "hours" : null,
    delivery_minutes: 30,
    promise: "minutes",
    rating: { average: 0, count: 0 },
  },
});

test.each([
  ["while all are open", [false, false], texts.windows],
  ["where some open later", [false, true], texts.windows_mixed],
  ["while none is open", [true, true], texts.windows_closed],
])("the heading above the shops says what they are: %s", async (_, closed, heading) => {
  mockApi({ "GET /windows": closed.map((one, place) => aWindow(`Branch ${place}`, one)) });
  renderShop(<page.Component />);
  expect(await screen.findByRole("heading", { level: 2, name: heading })).toBeTruthy();
  expect(screen.getAllByRole("article")).toHaveLength(2);
});

test("without an answer, the page does without shops", async () => {
  mockApi({ "GET /windows": [] });
  renderShop(<page.Component />);
  expect(await screen.findByRole("heading", { level: 2, name: texts.steps })).toBeTruthy();
  expect(screen.queryAllByRole("article")).toHaveLength(0);
});

test.each([
  ["without a place, they say that they are of all areas, and not how soon", null, 1],
  ["at a place, they say how soon", true, 0],
])("%s", async (_, delivers, times) => {
  const window = aWindow("Branch", false);
  mockApi({
    "GET /windows": [{ ...window, branch: { ...window.branch, delivers } }],
  });
  renderShop(<page.Component />);
  expect(await screen.findByRole("article")).toBeTruthy();
  expect(screen.queryAllByText(texts.windows_anywhere)).toHaveLength(times);
  expect(screen.queryAllByText("30 minutes")).toHaveLength(1 - times);
});

test.each([
  ["chosen already, the way into the shop comes before another one", "maadi", true],
  ["not chosen yet, it is asked for", "", false],
])("an area %s", async (_, district, leads) => {
  mockApi({ "GET /windows": [] });
  renderShop(<page.Component />, { scope: { district } });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("link", { name: texts.start }) !== null).toBe(leads);
});
