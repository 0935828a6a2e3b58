import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import messages from "../../../../locales/en/console/messages.json";
import { mockApi, onePage, renderShop } from "../../../../testing/shop";
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

test("several are sent again at once; which were not, and why, is said", async () => {
  const calls = mockApi({
    "GET /console/messages": onePage([dead, { ...dead, id: "msg_2", to: "•••999" }]),
    "POST /console/messages/bulk": {
      done: 1,
      refused: [{ id: "msg_2", code: "not_again", message: "It was sent again already." }],
      run: "",
    },
  });
  show();
  fireEvent.click(await screen.findByLabelText("Select •••678"));
  fireEvent.click(screen.getByLabelText("Select •••999"));
  const bar = within(screen.getByRole("region", { name: "Selection" }));
  fireEvent.click(bar.getByRole("button", { name: messages.again }));
  expect(await screen.findByText(/It was sent again already/)).toBeTruthy();
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    action: "resend",
    ids: ["msg_1", "msg_2"],
  });
});
