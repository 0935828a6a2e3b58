import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { User } from "../../../api/types";
import { mockApi, renderShop } from "../../../testing/shop";
import { PasswordForm } from "./components/PasswordForm";

const mona: User = {
  id: "usr_1",
  name: "Mona",
  phone: "+201012345678",
  email: null,
  email_verified: false,
  company_name: null,
  birthdate: null,
  gender: null,
  photo: null,
  lang: "en",
  has_password: false,
  default_address_id: null,
};

afterEach(() => vi.unstubAllGlobals());

const sent = { phone: mona.phone, resend_after: 30, expires_in: 300 };

function type(password: string) {
  for (const field of screen.getAllByLabelText(/password/i, { selector: "input" })) {
    fireEvent.change(field, { target: { value: password } });
  }
}

test("a first password is set with a code to the phone", async () => {
  const calls = mockApi({
    "POST /user/password/code": () => sent,
    "PUT /user/password": () => ({}),
    "GET /remote-config/check-verification-method-by-country": () => ({
      verification_methods_sms: true,
      verification_methods_whatsapp: false,
    }),
  });
  renderShop(<PasswordForm user={mona} />);
  fireEvent.click(screen.getByRole("button", { name: "Send code" }));
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  type("n3w!harbour");
  fireEvent.click(screen.getByRole("button", { name: "Send code" }));
  await screen.findByText(/To save your password, enter/);
  expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  fireEvent.change(screen.getAllByRole("textbox")[0] as HTMLElement, { target: { value: "1234" } });
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      code: "1234",
      password: "n3w!harbour",
      password_confirmation: "n3w!harbour",
    }),
  );
});

test("who has a password changes it with that, or with a code when it is forgotten", async () => {
  const calls = mockApi({ "PUT /user/password": () => ({}) });
  renderShop(<PasswordForm user={{ ...mona, has_password: true }} />);
  expect(screen.getByRole("button", { name: /Forgot it/ })).toBeTruthy();
  type("n3w!harbour");
  fireEvent.change(screen.getByLabelText(/Current password/), { target: { value: "old!pass1" } });
  fireEvent.click(screen.getByRole("button", { name: "Change password" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      current_password: "old!pass1",
      password: "n3w!harbour",
      password_confirmation: "n3w!harbour",
    }),
  );
});
