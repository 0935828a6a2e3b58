import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/auth.json";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import { Icon } from "../../../../ui/Icon";
import { CodeStep } from "./CodeStep";
import SignInDialog from "./SignInDialog";

afterEach(() => vi.unstubAllGlobals());

const path = "/remote-config/check-verification-method-by-country";

test.each([
  [true, true, ["WhatsApp", "SMS"]],
  [true, false, ["WhatsApp"]],
  [false, true, ["SMS"]],
  [false, false, []],
])("WhatsApp %s, SMS %s: the code can be sent by %j", async (whatsapp, sms, ways) => {
  const calls = mockApi({
    [`GET ${path}`]: {
      verification_methods_whatsapp: whatsapp,
      verification_methods_sms: sms,
    },
  });
  renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  if (ways.length === 0) expect(await screen.findByText(/can't send a code/i)).toBeTruthy();
  else await screen.findByRole("button", { name: new RegExp(ways[0] ?? "") });
  const shown = screen
    .getAllByRole("button")
    .flatMap(({ textContent }) => /WhatsApp|SMS/.exec(textContent ?? "")?.[0] ?? []);
  expect(shown).toEqual(ways);
  expect(calls.map((one) => one.path)).toEqual([`${path}?country_code=%2B20`]);
});

test("a code by WhatsApp has the icon of a chat, not of a call", async () => {
  mockApi({
    [`GET ${path}`]: { verification_methods_whatsapp: true, verification_methods_sms: true },
  });
  renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  const drawn = (of: Element) => of.querySelector("path")?.getAttribute("d");
  const button = await screen.findByRole("button", { name: /WhatsApp/ });
  expect(drawn(button)).toBe(drawn(render(<Icon name="chat" />).container));
});

test.each(["heart", "cart", "helpful"] as const)("says what it is needed for: %s", async (why) => {
  mockApi({
    [`GET ${path}`]: { verification_methods_whatsapp: false, verification_methods_sms: true },
  });
  renderShop(<SignInDialog why={why} close={() => {}} />, { scope: { session: "" } });
  await screen.findByRole("button", { name: /SMS/ });
  expect(screen.getByText(texts[`why_${why}`])).toBeTruthy();
});

test.each([
  [60_000, true],
  [400_000, false],
])("after a reload %i ms later the code can still be typed: %s", async (ago, typed) => {
  mockApi({
    [`GET ${path}`]: { verification_methods_whatsapp: false, verification_methods_sms: true },
  });
  const sent = { challenge: "chl_1", phone: "+201012345678", expires_in: 300, resend_after: 90 };
  const step = { name: "code", sent, method: "sms", at: Date.now() - ago };
  sessionStorage.setItem("code_sent", JSON.stringify({ step, code: "+20", phone: "01012345678" }));
  renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  await screen.findByRole("dialog");
  expect(screen.queryByRole("textbox", { name: /code/i }) !== null).toBe(typed);
  // The countdown continues: half a minute is left.
  if (typed) expect(screen.getByText(/0:30|0:29/)).toBeTruthy();
});

test("ways that could not be asked for can be asked for again", async () => {
  mockApi({ [`GET ${path}`]: refused(500) });
  renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("a code asked for: under way, failed with its words, then sent", async () => {
  let settle: (answer: Answer) => void = () => {};
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url.includes(path))
      return new Response(
        JSON.stringify({
          response: {
            data: { verification_methods_whatsapp: false, verification_methods_sms: true },
          },
        }),
      );
    bodies.push(JSON.parse(String(init.body)));
    const answer = await new Promise<Answer>((resolve) => {
      settle = resolve;
    });
    const { status = 200, ...rest } = answer as { status?: number };
    return new Response(JSON.stringify(rest), { status });
  });
  renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  const send = await screen.findByRole("button", { name: "Send by SMS" });
  fireEvent.change(screen.getByRole("textbox", { name: "Mobile number" }), {
    target: { value: "01012345678" },
  });
  const press = async (times: number) => {
    fireEvent.click(send);
    await waitFor(() => expect(bodies).toHaveLength(times));
    expect(send.getAttribute("aria-busy")).toBe("true");
    expect(localStorage.getItem("login_status")).toBe("pending");
  };
  await press(1);
  settle(refused(429, { message: "You can have another code in 1 s." }));
  expect(await screen.findByText("You can have another code in 1 s.")).toBeTruthy();
  expect(send.getAttribute("aria-busy")).not.toBe("true");
  expect(localStorage.getItem("login_status")).toBeNull();

  await press(2);
  expect(screen.queryByText("You can have another code in 1 s.")).toBeNull();
  const clock = vi.spyOn(Date, "now");
  const sentBy = Date.now();
  clock.mockReturnValue(sentBy);
  settle({
    response: { data: { phone: "+201012345678", resend_after: 30, expires_in: 300 }, message: "" },
  });
  expect(await screen.findByRole("textbox", { name: "4-digit code" })).toBeTruthy();
  expect(localStorage.getItem("login_status")).toBeNull();
  expect(bodies[1]).toEqual({ country_code: "+20", phone: "01012345678", method: "sms" });

  // Closed and opened again, it waits for the same code, with the remaining time.
  const reopen = (after: number) => {
    cleanup();
    clock.mockReturnValue(sentBy + after);
    renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
  };
  reopen(10_000);
  expect(screen.getByRole("textbox", { name: "4-digit code" })).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toContain("0:20");
  reopen(301_000);
  expect(screen.getByRole("textbox", { name: "Mobile number" })).toBeTruthy();
  reopen(10_000);
  fireEvent.click(screen.getByRole("button", { name: "Change" }));
  expect(screen.getByRole("textbox", { name: "Mobile number" })).toBeTruthy();
  reopen(11_000);
  expect(screen.getByRole("textbox", { name: "Mobile number" })).toBeTruthy();
});

test("a limit that is reached says until when, and what cannot be pressed does not look as if it could", async () => {
  const spent = "You've reached the limit for codes. Ask for a new one tomorrow at 10:15 AM.";
  mockApi({
    [`GET ${path}`]: { verification_methods_whatsapp: true, verification_methods_sms: true },
    "POST /user/login-by-otp": refused(429, { message: spent, retryAfter: 7_200 }),
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderShop(<SignInDialog close={() => {}} />, { scope: { session: "" } });
    const ways = async () =>
      Promise.all(
        ["Send on WhatsApp", "Send by SMS"].map((name) => screen.findByRole("button", { name })),
      );
    const enabled = async () => (await ways()).map((one) => !(one as HTMLButtonElement).disabled);
    const phone = screen.getByRole("textbox", { name: "Mobile number" });
    const press = async () => {
      fireEvent.click((await ways())[1] as HTMLElement);
      await screen.findByText(spent);
    };
    fireEvent.change(phone, { target: { value: "01112345678" } });
    expect(await enabled()).toEqual([true, true]);
    await press();
    expect(await enabled()).toEqual([false, false]);
    fireEvent.change(phone, { target: { value: "01112345679" } });
    expect(await enabled()).toEqual([true, true]);
    expect(screen.queryByText(spent)).toBeNull();
    await press();
    await act(() => vi.advanceTimersByTimeAsync(7_199_000));
    expect(await enabled()).toEqual([false, false]);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(await enabled()).toEqual([true, true]);
  } finally {
    vi.useRealTimers();
  }
});

test("another code that is refused is waited for as long as was said", async () => {
  mockApi({
    [`GET ${path}`]: { verification_methods_whatsapp: false, verification_methods_sms: true },
    "POST /user/login-by-otp": refused(429, { message: "Enough.", retryAfter: 7_200 }),
  });
  const sent = { phone: "+201012345678", challenge: "otp", by_hand: false };
  renderShop(
    <CodeStep
      sent={{ ...sent, resend_after: 0, expires_in: 300 }}
      method="sms"
      methods={["sms"]}
      code="+20"
      phone="01012345678"
      onSent={() => {}}
      onVerified={() => {}}
      onBack={() => {}}
    />,
    { scope: { session: "" } },
  );
  fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
  expect(await screen.findByText("Enough.")).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/2 h/);
  expect(screen.queryByRole("button", { name: "Resend code" })).toBeNull();
});
