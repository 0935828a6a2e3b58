import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import messages from "../../../locales/en/console/messages.json";
import { mockApi, onePage, renderShop } from "../../../testing/shop";
import type { DeadMessage } from "./api";
import page from "./messages";

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

const show = () => renderShop(<page.Component />, { console: true, at: "/messages" });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a message is sent again once, and then it is gone from the list", async () => {
  let sent = false;
  const calls = mockApi({
    "GET /console/messages": () => onePage(sent ? [] : [dead]),
    "POST /console/messages/msg_1/resend": () => {
      sent = true;
      return {};
    },
  });
  show();
  const button = await screen.findByRole("button", { name: /Resend/ });
  expect(screen.getByText("twilio answered 400 21211")).toBeTruthy();
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(screen.queryByRole("article")).toBeNull());
  expect(calls.filter(({ method }) => method === "POST")).toHaveLength(1);
  expect(await screen.findByText(messages.empty)).toBeTruthy();
});

test("what another message stood in for says so and has no button", async () => {
  mockApi({
    "GET /console/messages": onePage([
      { ...dead, channel: "whatsapp", instead: "sent", again: false },
    ]),
  });
  show();
  expect(await screen.findByText(messages.instead_sent)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Resend/ })).toBeNull();
});
