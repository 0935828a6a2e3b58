import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../../api/queryClient";
import { MemoryHistory } from "../../../../lib/history";
import { createI18n } from "../../../../lib/i18n";
import { NowProvider } from "../../../../lib/now";
import { PageProvider } from "../../../../lib/page";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { TextsProvider } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import console from "../../../../locales/en/console/console.json";
import takings from "../../../../locales/en/console/takings.json";
import errors from "../../../../locales/en/errors.json";
import type { Handover, OpenCash, Taking } from "./api";
import takingsPage from "./takings";

const now = Date.parse("2026-11-20T10:00:00Z");
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
const maadi = { id: "brn_1", slug: "maadi", name: "Maadi" };
const sold: Taking = {
  branch: maadi,
  orders: 2,
  goods: 300,
  delivery: 20,
  tips: 0,
  discount: 10,
  discount_of_store: 4,
  total: 310,
  rounding: 0,
  cash: 110.5,
  card: 199.5,
  wallet: 0,
  points: 0,
  refunds: 0,
};
const karim: OpenCash = {
  branch: maadi,
  courier_id: "stf_2",
  courier: "Karim",
  orders: 1,
  amount: 110.5,
  currency: "EGP",
  since: "2026-11-20T09:00:00Z",
  can_take: true,
};

/** The console's API, as far as the page uses it. */
function fakeServer(capabilities: string[]) {
  const server = {
    open: [karim],
    taken: [] as Handover[],
    sent: [] as Record<string, unknown>[],
    moved: false,
  };
  const answer = (data: unknown, meta?: object) =>
    new Response(JSON.stringify({ response: { data, meta, message: "" } }));
  vi.stubGlobal(
    "fetch",
    vi.fn(async (address: string, init?: RequestInit) => {
      const path = address.replace(/^\/api\/v1\/console/, "").replace(/\?.*/, "");
      if (path === "/me") {
        return answer({ id: "stf_1", role: "owner", capabilities, branches: [maadi] });
      }
      if (path === "/takings") {
        return answer({ day: "2026-11-20", currency: "EGP", branches: [sold], all: sold });
      }
      if (path === "/cash") {
        return answer(server.open);
      }
      if (init?.method === "POST") {
        server.sent.push(JSON.parse(String(init.body)));
        if (server.moved) {
          server.open = [{ ...karim, orders: 2, amount: 200 }];
          const failure = { code: "cash_moved", message: "The cash due has changed.", errors: {} };
          return new Response(JSON.stringify(failure), { status: 409 });
        }
        server.open = [];
        return answer({});
      }
      return answer(server.taken, { per_page: 20, next: "" });
    }),
  );
  return server;
}

async function show() {
  const { Component } = takingsPage;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider i18n={createI18n("en", "latn", { console, takings, errors })}>
        <NowProvider start={now}>
          <ScopeProvider scope={scope}>
            <MemoryHistory at="/">
              <PageProvider
                value={{ scope, params: { id: "" }, query: new Query(""), path: "/takings" }}
              >
                <Component />
              </PageProvider>
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole("heading", { name: "Karim" });
}

const write = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = () => fireEvent.click(screen.getByRole("button", { name: "Record handover" }));

afterEach(() => {
  vi.unstubAllGlobals();
});

test("tells a day's money by branch, and leaves out what there was none of", async () => {
  fakeServer(["takings.read"]);
  await show();
  expect(screen.getByText("Cash").nextSibling?.textContent).toContain("110.50");
  expect(screen.queryByText("Wallet")).toBeNull();
  expect(screen.getByText("Discounts").nextSibling?.textContent).toMatch(/EGP\s10$/);
  expect(screen.getByText(takings.discount_of_store).nextSibling?.textContent).toMatch(/EGP\s4$/);
  expect(screen.queryByRole("button", { name: "Record handover" })).toBeNull();
});

test("what is counted and differs needs a reason before it is sent", async () => {
  const server = fakeServer(["takings.read", "cash.take"]);
  await show();
  press();
  expect(screen.getByText(takings.amount_wrong)).toBeTruthy();
  write(/Amount counted/, "100");
  expect(screen.getByRole("status").textContent).toContain("10.50");
  press();
  expect(screen.getByText(takings.reason_required)).toBeTruthy();
  expect(server.sent).toEqual([]);
  write(/Reason/, "Change was short");
  press();
  await screen.findByText(takings.taken);
  expect(server.sent).toEqual([
    {
      branch_id: "brn_1",
      courier_id: "stf_2",
      expected: 110.5,
      counted: 100,
      reason: "Change was short",
    },
  ]);
  await screen.findByText(takings.no_open);
});

test("more came in meanwhile: it says so, shows it, and keeps what was written", async () => {
  const server = fakeServer(["takings.read", "cash.take"]);
  server.moved = true;
  await show();
  write(/Amount counted/, "110.50");
  press();
  await screen.findByText("The cash due has changed.");
  await waitFor(() => expect(screen.getByText(/200/)).toBeTruthy());
  expect((screen.getByLabelText(/Amount counted/) as HTMLInputElement).value).toBe("110.50");
});
