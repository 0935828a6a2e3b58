import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../../api/queryClient";
import { cookieNames, readCookie, removeCookie } from "../../../../lib/cookies";
import { createI18n } from "../../../../lib/i18n";
import { decimalsOf } from "../../../../lib/rates";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { TextsProvider } from "../../../../lib/translation";
import currency from "../../../../locales/en/currency.json";
import { CurrencyButton } from "./CurrencyButton";

const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "",
  address: "",
  pin: "",
  ready: true,
};

const offered = [
  { id: "EGP", code: "EGP", name: "Egyptian pound", symbol: "EGP", decimals: 2, shop: true },
  { id: "USD", code: "USD", name: "US dollar", symbol: "US$", decimals: 2, shop: false },
];

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  removeCookie(cookieNames.currency);
});

test("nothing is asked for until somebody comes near; a choice is kept", async () => {
  const asked = vi.fn(
    async () => new Response(JSON.stringify({ response: { data: offered, message: "" } })),
  );
  vi.stubGlobal("fetch", asked);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider i18n={createI18n("en", "latn", { currency })}>
        <ScopeProvider scope={scope}>
          <CurrencyButton />
        </ScopeProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  const button = screen.getByRole("button", { name: "EGP" });
  expect(asked).not.toHaveBeenCalled();
  fireEvent.focus(button);
  fireEvent.click(button);
  fireEvent.click(await screen.findByRole("menuitem", { name: "US dollar (USD)" }));
  expect(readCookie(cookieNames.currency)).toBe("USD");
});

test("the shop's own is called in Arabic what prices call it", () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider i18n={createI18n("ar", "arab", { currency })}>
        <ScopeProvider scope={{ ...scope, lang: "ar", figures: "arab" }}>
          <CurrencyButton />
        </ScopeProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  expect(screen.getByRole("button", { name: "ج.م." })).toBeTruthy();
});

test("currencies have the decimals people know", () => {
  expect([decimalsOf("USD"), decimalsOf("KWD"), decimalsOf("JPY")]).toEqual([2, 3, 0]);
});
