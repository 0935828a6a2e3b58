import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { mockApi, renderShop } from "../testing/shop";
import type { LogLine } from "./changes";
import { LogEntry } from "./LogEntry";

const line = (over: Partial<LogLine>): LogLine => ({
  id: "aud_1",
  at: "2026-11-20T12:00:00Z",
  who: { id: "stf_1", name: "Mona" },
  action: "coupon.edit",
  object: "cpn_1",
  name: "SPRING",
  names: {},
  before: null,
  after: null,
  reason: "",
  can_revert: false,
  ...over,
});

async function drawn(over: Partial<LogLine>) {
  mockApi({});
  await renderShop(<LogEntry line={line(over)} withObject />, { console: true });
  return screen.getByRole("article").textContent;
}

test("money is in pounds, a percentage is one, and things have their names", async () => {
  const words = await drawn({
    names: { sto_1: "Koshary House" },
    before: { kind: "percent", value: 1000, minimum: 5000, stores: [], version: 1 },
    after: { kind: "percent", value: 1250, minimum: 10000, stores: ["sto_1"], version: 2 },
  });
  expect(words).toContain("SPRING");
  expect(words).toContain("Value:10%");
  expect(words).toContain("12.5%");
  expect(words).toMatch(/EGP\s50/);
  expect(words).toMatch(/EGP\s100/);
  expect(words).toContain("Koshary House");
  expect(words).not.toMatch(/version|cpn_1|sto_1|1250|10000/i);
});

test("what goods cost is kept in piastres and said in pounds", async () => {
  const words = await drawn({
    action: "cost.set",
    before: { cost: null },
    after: { cost: 1250 },
  });
  expect(words).toMatch(/EGP\s12\.50/);
  expect(words).not.toContain("1250");
});

test.each([
  ["extra.create", { extras: [{ name_en: "Onion", price: 10 }] }],
  ["extra.edit", { extras: [{ name_en: "Onion", price: 10 }] }],
  ["extra.propose", { extras: [{ name_en: "Onion", price: 10 }] }],
  ["shop.calls", { on: true, call_limit: 1000 }],
])("%s shows an amount of ten pounds", async (action, after) => {
  expect(await drawn({ action, before: null, after })).toMatch(/EGP\s10(?!\d|\.)/);
});

test("limits of approval are in pounds and of a hundred", async () => {
  const limits = await drawn({
    action: "settings.safety",
    before: { alone: 500, currency: "EGP", drop: 50, drop_days: 30 },
    after: { alone: 400, currency: "USD", drop: 40, drop_days: 14 },
  });
  expect(limits).toMatch(/EGP\s500/);
  expect(limits).toMatch(/EGP\s400/);
  expect(limits).toContain("40%");
  expect(limits).not.toMatch(/USD|14%/);
});

test("cash limits are kept in piastres and said in pounds", async () => {
  const words = await drawn({
    action: "shop.ways",
    before: { cash_most: 400000, cash_first: 0 },
    after: { cash_most: 500000, cash_first: 50000 },
  });
  expect(words).toMatch(/EGP\s4,000/);
  expect(words).toMatch(/EGP\s5,000/);
  expect(words).toMatch(/EGP\s500(?!0)/);
});

test("states, days and moments are said as people say them", async () => {
  const words = await drawn({
    action: "branch.pause",
    name: "Maadi",
    before: { closed: false },
    after: {
      closed: true,
      reason: "busy",
      until: "2026-11-20T12:30:00Z",
      hours: [{ day: 0, open: "10:00" }],
    },
  });
  expect(words).toContain("Orders paused");
  expect(words).toContain("Very busy");
  expect(words).toContain("Sunday");
  expect(words).not.toMatch(/2026-11-20T|busy$/);
});
