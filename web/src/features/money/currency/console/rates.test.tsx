import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/console/currency.json";
import { testFrame } from "../../../../testing/framed";
import { type Call, mockApi, refused, renderShop } from "../../../../testing/shop";
import type { ConsoleCurrency } from "./api";
import page from "./rates";

const dollar = (changes: Partial<ConsoleCurrency> = {}): ConsoleCurrency => ({
  code: "USD",
  name_en: "US dollar",
  name_ar: "دولار أمريكي",
  symbol_en: "$",
  symbol_ar: "$",
  decimals: 2,
  active: true,
  rate_e6: 48_250_000,
  rate_seq: 3,
  version: "v1",
  rate_at: "2026-11-19T10:00:00Z",
  shop: "EGP",
  state: "fresh",
  history_more: false,
  ...changes,
});

afterEach(() => vi.unstubAllGlobals());

const show = () => renderShop(<page.Component />, { console: true, at: "/currencies" });
const sent = (calls: readonly Call[]) =>
  calls
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => ({ method, path, body }));

describe("the page", () => {
  testFrame({
    Component: page.Component,
    console: true,
    at: "/currencies",
    answers: { "GET /console/currencies": [dollar()] },
    asks: "GET /console/currencies",
    loading: texts.loading,
    failed: texts.failed,
    found: "US dollar (USD)",
  });
});

test("says what one unit is worth, since when, and whether that is still believed", async () => {
  mockApi({
    "GET /console/currencies": [
      dollar(),
      dollar({ code: "EUR", name_en: "Euro", state: "expired", rate_e6: 52_123_456 }),
      dollar({
        code: "KWD",
        name_en: "Dinar",
        state: "no_rate",
        rate_e6: 0,
        rate_seq: 0,
        rate_at: null,
      }),
    ],
  });
  show();
  const cards = (await screen.findAllByRole("listitem")).map((one) => one.textContent);
  expect(cards[0]).toMatch(/1 USD = 48\.25 EGPyesterday, 12:00.PM/);
  expect(cards[0]).toContain(texts.state_fresh);
  expect(cards[1]).toContain("1 EUR = 52.123456 EGP");
  expect(cards[1]).toContain(texts.state_expired);
  expect(cards[2]).not.toContain("=");
  expect(cards[2]).toContain(texts.state_no_rate);
});

test("a rate far from the last one is sent again only when it was confirmed", async () => {
  let now = dollar();
  const calls = mockApi({
    "GET /console/currencies": () => [now],
    "POST /console/currencies/USD/rates": ({ body }) => {
      if (!(body as { confirm: boolean }).confirm) {
        return refused(422, {
          code: "rate_jump",
          errors: { confirm: ["It was 48.25. Is that right?"] },
        });
      }
      now = dollar({ rate_e6: 70_000_000, rate_seq: 4 });
      return now;
    },
  });
  show();
  fireEvent.change(await screen.findByLabelText("New rate for 1 USD"), { target: { value: "70" } });
  fireEvent.click(screen.getByRole("button", { name: texts.set }));
  fireEvent.click(await screen.findByLabelText("It was 48.25. Is that right?"));
  fireEvent.click(screen.getByRole("button", { name: texts.confirm }));
  await screen.findByText("1 USD = 70 EGP");
  const body = { rate: "70", note: "", rate_seq: 3 };
  expect(sent(calls).map((call) => call.body)).toEqual([
    { ...body, confirm: false },
    { ...body, confirm: true },
  ]);
  expect((screen.getByLabelText("New rate for 1 USD") as HTMLInputElement).value).toBe("");
  expect(screen.queryByLabelText("It was 48.25. Is that right?")).toBeNull();
});

test("what is wrong with a rate stands at its field", async () => {
  mockApi({
    "GET /console/currencies": [dollar()],
    "POST /console/currencies/USD/rates": refused(422, { errors: { rate: ["Enter a rate."] } }),
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: texts.set }));
  const field = await screen.findByLabelText("New rate for 1 USD");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Enter a rate.")).toBeTruthy();
});

test("a currency is taken back from customers with everything else as it was", async () => {
  let now = dollar();
  const calls = mockApi({
    "GET /console/currencies": () => [now],
    "PUT /console/currencies/USD": () => {
      now = dollar({ active: false, state: "off" });
      return now;
    },
  });
  show();
  const offered = await screen.findByLabelText("Show prices in USD to customers");
  expect((offered as HTMLInputElement).checked).toBe(true);
  fireEvent.click(offered);
  await screen.findByText(texts.state_off);
  const { name_en, name_ar, symbol_en, symbol_ar } = now;
  expect(sent(calls).map((call) => call.body)).toEqual([
    { name_en, name_ar, symbol_en, symbol_ar, active: false, version: "v1" },
  ]);
});

test("earlier rates are asked for when they are wanted, with who set them and why", async () => {
  const calls = mockApi({
    "GET /console/currencies": [dollar()],
    "GET /console/currencies/USD": dollar({
      history: [
        {
          seq: 3,
          staff: "stf_1",
          rate_e6: 48_250_000,
          at: "2026-11-19T10:00:00Z",
          name: "Mona",
          note: "Central bank",
        },
        { seq: 1, staff: "", rate_e6: 30_900_000, at: "2026-01-02T10:00:00Z", name: "", note: "" },
      ],
    }),
  });
  show();
  const button = await screen.findByRole("button", { name: /^Earlier rates\s*USD$/ });
  expect(calls.map(({ path }) => path)).toEqual(["/console/currencies"]);
  fireEvent.click(button);
  const lines = within(await screen.findByRole("list", { name: "Earlier rates" })).getAllByRole(
    "listitem",
  );
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^48\.25.*Mona.*Central bank$/),
    expect.stringMatching(new RegExp(`^30\\.9.*${texts.nobody}$`)),
  ]);
  expect(button.getAttribute("aria-expanded")).toBe("true");
});

test("a currency is added with its names; what is refused stands at its field and stays typed", async () => {
  const all = [dollar()];
  let known = false;
  const calls = mockApi({
    "GET /console/currencies": () => all,
    "POST /console/currencies": ({ body }) => {
      if (!known) return refused(422, { errors: { code: ["There is no such currency."] } });
      all.push(
        dollar({ ...(body as ConsoleCurrency), state: "no_rate", rate_seq: 0, rate_at: null }),
      );
      return all;
    },
  });
  show();
  fireEvent.click(await screen.findByRole("button", { name: texts.add }));
  const typed = {
    code: "KWD",
    name_en: "Dinar",
    name_ar: "دينار",
    symbol_en: "KD",
    symbol_ar: "د.ك",
  };
  const field = (name: keyof typeof typed) => screen.getByLabelText(texts[`field_${name}`]);
  for (const name of Object.keys(typed) as (keyof typeof typed)[]) {
    fireEvent.change(field(name), { target: { value: typed[name] } });
  }
  fireEvent.click(screen.getByRole("button", { name: texts.add_it }));
  expect(await screen.findByText("There is no such currency.")).toBeTruthy();
  expect((field("name_ar") as HTMLInputElement).value).toBe("دينار");
  known = true;
  fireEvent.click(screen.getByRole("button", { name: texts.add_it }));
  expect(await screen.findByText("Dinar (KWD)")).toBeTruthy();
  expect(screen.queryByLabelText(texts.field_code)).toBeNull();
  expect(sent(calls)[1]?.body).toEqual({ ...typed, active: true });
});
