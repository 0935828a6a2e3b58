import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../testing/shop";
import { ForgotStep } from "./components/ForgotStep";
import { wrongPasswords } from "./model";

afterEach(() => vi.unstubAllGlobals());

test("a new password is held against the pattern, and against itself", () => {
  const of = (password: string, password_confirmation = password) =>
    wrongPasswords({ password, password_confirmation });
  expect(of("")).toEqual({ password: "required" });
  expect(of("password1")).toEqual({ password: "password_pattern" });
  expect(of("S3cret!pass", "S3cret!past")).toEqual({ password_confirmation: "passwords_differ" });
  expect(of("S3cret!pass")).toEqual({});
});

test("a code to the phone, then code and password in one go", async () => {
  const calls = mockApi({
    "POST /user/forget-password": { phone: "+201012345678", resend_after: 30, expires_in: 300 },
    "POST /user/password/reset": {},
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
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: "S3cret!pass" } });
  fireEvent.click(screen.getByRole("button", { name: "Set password" }));
  expect(screen.getByText("Password and confirm password doesn't match.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("New password once more"), {
    target: { value: "S3cret!pass" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Set password" }));
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(calls.map((one) => one.body)).toEqual([
    { country_code: "+20", phone: "01012345678", method: "sms" },
    {
      country_code: "+20",
      phone: "+201012345678",
      code: "1234",
      password: "S3cret!pass",
      password_confirmation: "S3cret!pass",
    },
  ]);
});
