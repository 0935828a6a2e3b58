import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { I18nextProvider } from "react-i18next";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { createI18n } from "../../../lib/i18n";
import { NowProvider } from "../../../lib/now";
import { PageProvider } from "../../../lib/page";
import { createQueryClient } from "../../../lib/queryClient";
import { type Scope, ScopeProvider } from "../../../lib/scope";
import { Query } from "../../../lib/url";
import messages from "../../../locales/en/console/messages.json";
import errors from "../../../locales/en/errors.json";
import type { DeadMessage } from "./api";
import page from "./messages";

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

const dead: DeadMessage = {
  id: "msg_1",
  channel: "sms",
  to: "•••678",
  template: "orders.notice_rejected",
  state: "failed",
  problem: "twilio answered 400 21211",
  attempts: 3,
  at: "2026-11-20T10:00:00Z",
  instead: "",
  again: true,
};

function show(answers: (method: string) => { status: number; body: unknown }) {
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const method = init?.method ?? "GET";
    asked.push(`${method} ${String(input).replace(/^.*\/api\/v1/, "")}`);
    const { status, body } = answers(method);
    return new Response(JSON.stringify(body), {
      status,
      headers: { "Content-Type": "application/json" },
    });
  });
  const Page = page.Component;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <I18nextProvider i18n={createI18n("en", "latn", { messages, errors })}>
        <NowProvider start={Date.parse("2026-11-20T12:00:00Z")}>
          <ScopeProvider scope={scope}>
            <MemoryRouter>
              <PageProvider
                value={{ scope, params: { id: "" }, query: new Query(""), path: "/messages" }}
              >
                <Page />
              </PageProvider>
            </MemoryRouter>
          </ScopeProvider>
        </NowProvider>
      </I18nextProvider>
    </QueryClientProvider>,
  );
  return asked;
}

const listing = (items: DeadMessage[]) => ({
  response: {
    data: items,
    meta: { current_page: 1, last_page: 1, per_page: 20, total: items.length },
    message: "",
  },
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a message is sent again once, and then it is gone from the list", async () => {
  let sent = false;
  const asked = show((method) => {
    if (method === "POST") sent = true;
    return {
      status: 200,
      body:
        method === "POST" ? { response: { data: {}, message: "" } } : listing(sent ? [] : [dead]),
    };
  });
  const button = await screen.findByRole("button", { name: /Send again/ });
  expect(screen.getByText("twilio answered 400 21211")).toBeTruthy();
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  expect(asked.filter((one) => one.startsWith("POST"))).toEqual([
    "POST /console/messages/msg_1/resend",
  ]);
  expect(await screen.findByText(messages.empty)).toBeTruthy();
});

test("what another message stood in for says so and has no button", async () => {
  show(() => ({
    status: 200,
    body: listing([{ ...dead, channel: "whatsapp", instead: "sent", again: false }]),
  }));
  expect(await screen.findByText(messages.instead_sent)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Send again/ })).toBeNull();
});
