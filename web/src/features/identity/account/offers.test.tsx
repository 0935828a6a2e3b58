import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../testing/shop";
import { Offers } from "./components/Offers";

const channel = (name: string, to: string | null) => ({
  channel: name,
  to,
  given: false,
  at: null,
});
const preferences = (email: string | null) => ({
  offers: {
    wording: "Yes, send me offers.",
    version: "1",
    channels: [channel("sms", "+201012345678"), channel("email", email)],
  },
});
const profile = (email: string | null) => ({
  user: { id: "usr_1", name: "Mona", phone: "+201012345678", email, email_verified: false },
});

afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie.split("; ").forEach((one) => {
    document.cookie = `${one.split("=")[0]}=; Max-Age=0; path=/`;
  });
});

test("without an email address: it is to be added in the profile", async () => {
  mockApi({ "GET /user/preferences": preferences(null), "GET /user/profile": profile(null) });
  renderShop(<Offers />);
  expect(await screen.findByText("Add and confirm an email address first.")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Profile and security/ })).toBeTruthy();
});

test("an email address that waits is named and confirmed on the spot", async () => {
  let confirmed: string | null = null;
  const calls = mockApi({
    "GET /user/preferences": () => preferences(confirmed),
    "GET /user/profile": profile("mona@customer.example"),
    "POST /user/email/code": { resend_after: 60, expires_in: 300 },
    "POST /user/email/verify": () => {
      confirmed = "mona@customer.example";
      return {};
    },
  });
  renderShop(<Offers />);
  expect(await screen.findByText(/^Confirm .*mona@customer.example.* first\.$/)).toBeTruthy();
  expect(screen.getByRole("switch", { name: "By email" }).hasAttribute("disabled")).toBe(true);
  expect(screen.queryByRole("link", { name: /Profile and security/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send code" }));
  const code = await screen.findByRole("textbox");
  fireEvent.change(code, { target: { value: "1234" } });
  await waitFor(() =>
    expect(calls.find(({ path }) => path === "/user/email/verify")?.body).toEqual({
      email: "mona@customer.example",
      code: "1234",
    }),
  );
  await waitFor(() =>
    expect(screen.getByRole("switch", { name: "By email" }).hasAttribute("disabled")).toBe(false),
  );
  expect(screen.queryByRole("button", { name: "Send code" })).toBeNull();
});

test("with a confirmed one the profile is not asked for", async () => {
  const calls = mockApi({ "GET /user/preferences": preferences("mona@customer.example") });
  renderShop(<Offers />);
  await screen.findByText("Yes, send me offers.");
  expect(calls.map(({ path }) => path)).toEqual(["/user/preferences"]);
});
