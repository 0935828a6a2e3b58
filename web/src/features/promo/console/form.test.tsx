import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { afterEach, expect, test, vi } from "vitest";
import { createI18n } from "../../../lib/i18n";
import { createQueryClient } from "../../../lib/queryClient";
import { type Scope, ScopeProvider } from "../../../lib/scope";
import coupons from "../../../locales/en/console/coupons.json";
import errors from "../../../locales/en/errors.json";
import { CouponForm } from "./components/CouponForm";
import { emptyDraft } from "./model";

const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "s1",
  address: "",
  pin: "",
  ready: true,
};

afterEach(() => vi.unstubAllGlobals());

/** The form for somebody whose coupons may, or may not, leave some stores. */
function draw(fixed: boolean) {
  const sent: Record<string, unknown>[] = [];
  const choices = {
    services: [],
    stores: [{ id: "sto_1", slug: "one", name: "Koshary House" }],
    categories: [],
    stores_fixed: fixed,
  };
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, init: RequestInit) => {
      if (init.method === "POST" && address.endsWith("/coupons")) {
        sent.push(JSON.parse(String(init.body)) as Record<string, unknown>);
        return new Response(
          JSON.stringify({
            message: "No",
            code: "validation",
            errors: { stores: ["Not your store."] },
          }),
          { status: 422 },
        );
      }
      return new Response(JSON.stringify({ response: { data: choices, message: "" } }));
    }),
  );
  render(
    <QueryClientProvider client={createQueryClient()}>
      <I18nextProvider i18n={createI18n("en", "latn", { coupons, errors })}>
        <ScopeProvider scope={scope}>
          <CouponForm draft={emptyDraft} onSaved={() => {}} />
        </ScopeProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
  return sent;
}

test("a manager is told that a coupon stays in their stores", async () => {
  const sent = draw(true);
  expect(await screen.findByText(/Only your stores/)).toBeTruthy();
  expect(screen.getAllByText("Stores of yours").length).toBeGreaterThan(0);
  fireEvent.click(screen.getByLabelText("Koshary House"));
  fireEvent.click(screen.getByRole("button", { name: "Create the coupon" }));
  await waitFor(() => expect(sent[0]?.stores).toEqual(["sto_1"]));
  expect(await screen.findByText("Not your store.")).toBeTruthy();
});

test("an owner's coupon may be for everything", async () => {
  draw(false);
  expect(await screen.findByLabelText("Koshary House")).toBeTruthy();
  expect(screen.queryByText(/Only your stores/)).toBeNull();
});
