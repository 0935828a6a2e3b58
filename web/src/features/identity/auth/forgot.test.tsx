import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { shopToasts } from "../../../shop/cart/notification";
import { wrongPasswords } from "../../../shop/signIn/model";
import { mockApi, renderShop } from "../../../testing/shop";
import { ForgotStep } from "./components/ForgotStep";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  shopToasts.clear();
});

/** Wraps data in a response with the server's message. */
const saying = (message: string, data: object) => ({ data, meta: {}, message });
const told = () => shopToasts.get().map(({ text, tone }) => ({ text, tone }));

test("a new password is held against the pattern, and against itself", () => {
  const of = (password: string, password_confirmation = password) =>
    wrongPasswords({ password, password_confirmation });
  expect(of("")).toEqual({ password: "required", password_confirmation: "required" });
  expect(of("password1")).toEqual({ password: "password_pattern" });
  expect(of("T4ll!cedar", "S3cret!past")).toEqual({ password_confirmation: "passwords_differ" });
  expect(of("T4ll!cedar")).toEqual({});
});

const sent = { phone: "+201012345678", resend_after: 30, expires_in: 300 };

test("a code to the phone, then code and password in one go", async () => {
  const calls = mockApi({
    "POST /user/forget-password": saying("We sent you a code.", sent),
    "POST /user/password/reset": saying("Your password is set.", {}),
  });
  const done = vi.fn();
  renderShop(
    <ForgotStep
      code="+20"
      phone="01012345678"
      onCode={() => {}}
      onPhone={() => {}}
      methods={["whatsapp", "sms"]}
      onBack={() => {}}
      onDone={done}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Send by SMS" }));
  fireEvent.change(await screen.findByLabelText("4-digit code"), { target: { value: "١٢٣٤" } });
  expect(told()).toEqual([{ text: "We sent you a code.", tone: "success" }]);
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "T4ll!cedar" } });
  fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  // An empty confirmation is missing; a different one does not match.
  expect(screen.getByText("This field is required")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Confirm new password"), {
    target: { value: "S3cret!past" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  expect(screen.getByText("Password and confirm password doesn't match.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Confirm new password"), {
    target: { value: "T4ll!cedar" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(told().at(-1)).toEqual({ text: "Your password is set.", tone: "success" });
  expect(calls.map((one) => one.body)).toEqual([
    { country_code: "+20", phone: "01012345678", method: "sms" },
    {
      country_code: "+20",
      phone: "+201012345678",
      code: "1234",
      password: "T4ll!cedar",
      password_confirmation: "T4ll!cedar",
    },
  ]);
});

test("after a while another code can be asked for, either way; what was typed stays", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = mockApi({ "POST /user/forget-password": saying("We sent you a code.", sent) });
  renderShop(
    <ForgotStep
      code="+20"
      phone="01012345678"
      onCode={() => {}}
      onPhone={() => {}}
      methods={["whatsapp", "sms"]}
      onBack={() => {}}
      onDone={() => {}}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Send by SMS" }));
  expect(await screen.findByText("Resend in 0:30")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resend code" })).toBeNull();
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "T4ll!cedar" } });
  fireEvent.change(screen.getByLabelText("4-digit code"), { target: { value: "12" } });
  fireEvent.click(screen.getByRole("button", { name: "Save password" }));
  expect(await screen.findByText("Too Short! The minimum character is 4")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("4-digit code"), { target: { value: "1234" } });
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  shopToasts.clear();
  fireEvent.click(screen.getByRole("button", { name: "Resend code" }));
  expect(await screen.findByText("Resend in 0:30")).toBeTruthy();
  expect(told()).toEqual([{ text: "We sent you a code.", tone: "success" }]);
  expect(screen.getByLabelText<HTMLInputElement>("New password").value).toBe("T4ll!cedar");
  expect(screen.getByLabelText<HTMLInputElement>("4-digit code").value).toBe("");
  await act(() => vi.advanceTimersByTimeAsync(31_000));
  fireEvent.click(screen.getByRole("button", { name: "Send on WhatsApp instead" }));
  await screen.findByText(/We sent a code on WhatsApp to/);
  expect(calls.map((one) => (one.body as { method: string }).method)).toEqual([
    "sms",
    "sms",
    "whatsapp",
  ]);
});
