import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { User } from "../../../api/types";
import { mockApi, renderShop } from "../../../testing/shop";
import { DeleteAccount } from "./components/DeleteAccount";

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

test.each([
  ["Your account owes 430 points (EGP 43).", false],
  [null, true],
])("what keeps the account is told before it is asked twice: %s", async (reason, goesOn) => {
  mockApi({ "GET /user/delete": { code: reason && "account_owes", reason } });
  renderShop(<DeleteAccount user={mona} />);
  fireEvent.click(screen.getByRole("button", { name: "Delete my account" }));
  expect(await screen.findByText(reason ?? "Permanently delete your account?")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send a code to my phone" }) !== null).toBe(goesOn);
});
