import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/console/wording.json";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { TypedText, Wording } from "./api";
import page from "./message";

const shown = { text: "Order W-1", parts: 1, letters: 9, alone: 160, each: 153, problem: "" };
const sms = {
  channel: "sms" as const,
  language: "en" as const,
  form: "",
  text: "Order {number}",
  usual: "Order {number}",
  own: false,
  placeholders: ["number", "shop"],
  most: 600,
  shown,
};
const wording: Wording = {
  id: "orders.notice_ready",
  area: "orders",
  kind: "utility",
  version: 3,
  texts: [
    { ...sms, language: "ar", text: "طلبك {number}", usual: "طلبك {number}" },
    sms,
    { ...sms, channel: "push", placeholders: ["number"], shown: { ...shown, parts: 0 } },
  ],
};

const open = (preview: (texts: TypedText[]) => unknown) => {
  const calls = mockApi({
    "GET /console/wording/orders.notice_ready": wording,
    "POST /console/wording/orders.notice_ready/preview": ({ body }: { body: unknown }) => ({
      texts: preview((body as { texts: TypedText[] }).texts),
    }),
    "PUT /console/wording/orders.notice_ready": ({ body }: { body: unknown }) => {
      const sent = (body as { texts: TypedText[] }).texts;
      return {
        ...wording,
        version: 4,
        texts: wording.texts.map((one, at) => ({
          ...one,
          text: sent[at]?.text ?? "",
          own: at === 1,
        })),
      };
    },
    "GET /console/audit": { items: [], next: "" },
  });
  renderShop(<page.Component />, {
    console: true,
    at: "/wording/orders.notice_ready",
    params: { id: "orders.notice_ready" },
  });
  return calls;
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a text is previewed while it is typed, saved with the version read, and can go back", async () => {
  const calls = open((sent) =>
    sent.map(({ text }) => ({ ...shown, text: text.replace("{number}", "W-7F3K"), parts: 2 })),
  );
  const section = await screen.findByRole("region", { name: texts.channel_sms });
  const field = within(section).getByRole("textbox", { name: texts.language_en });
  fireEvent.change(field, { target: { value: "Come for {number}" } });
  expect(await within(section).findByText("Come for W-7F3K")).toBeTruthy();
  expect(within(section).getAllByText(/2 SMS\. Characters: 9\. One SMS fits 160/)).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    version: 3,
    texts: [
      { channel: "sms", language: "ar", text: "طلبك {number}" },
      { channel: "sms", language: "en", text: "Come for {number}" },
      { channel: "push", language: "en", text: "Order {number}" },
    ],
  });
  expect(await screen.findByText(texts.own)).toBeTruthy();
  fireEvent.click(within(section).getByRole("button", { name: texts.reset }));
  expect(field).toHaveProperty("value", "Order {number}");
});

test("what is wrong with a text stands at it before it is saved", async () => {
  open((sent) => sent.map((_, at) => ({ ...shown, problem: at === 1 ? "No such thing." : "" })));
  const field = await screen.findByRole("textbox", {
    name: texts.language_en,
    description: /No such thing/,
  });
  expect(field.getAttribute("aria-invalid")).toBe("true");
});
