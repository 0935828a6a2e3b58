import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { User } from "../../../api/types";
import { mockApi, refused, renderShop } from "../../../testing/shop";
import { ProfileForm } from "./components/ProfileForm";
import { changesOf, draftOf, wrongIn } from "./profile";

const mona: User = {
  id: "usr_1",
  name: "Mona",
  phone: "+201012345678",
  email: "mona@example.com",
  email_verified: true,
  company_name: null,
  birthdate: null,
  gender: null,
  photo: "/photos/pho_1.jpg",
  lang: "en",
  has_password: false,
  default_address_id: null,
};

afterEach(() => vi.unstubAllGlobals());

test("only what differs is sent, and what was emptied is cleared", () => {
  const draft = draftOf(mona);
  expect(changesOf(draft, mona)).toEqual({});
  expect(changesOf({ ...draft, name: " Mona H ", gender: "female" }, mona)).toEqual({
    name: "Mona H",
    gender: "female",
  });
  expect(changesOf({ ...draft, email: " ", photo: [] }, mona)).toEqual({
    email: null,
    photo: null,
  });
  const photo = [{ id: "pho_2", src: "/photos/pho_2.jpg" }];
  expect(changesOf({ ...draft, photo }, mona)).toEqual({ photo: "pho_2" });
});

test("what is wrong is known before it is sent", () => {
  const draft = draftOf(mona);
  expect(wrongIn(draft)).toEqual({});
  expect(wrongIn({ ...draft, name: " " }).name?.key).toBe("required");
  expect(wrongIn({ ...draft, name: "M" }).name).toEqual({ key: "too_short", values: { len: 2 } });
  expect(wrongIn({ ...draft, name: "m".repeat(61) }).name?.key).toBe("too_long");
  expect(wrongIn({ ...draft, email: "mona@" }).email?.key).toBe("email_format");
  expect(wrongIn({ ...draft, email: "" })).toEqual({});
  expect(wrongIn({ ...draft, company_name: "m".repeat(81) }).company_name?.key).toBe("too_long");
});

test("saves the changed fields and says so; a refusal stands with its field", async () => {
  let answer: object = { user: { ...mona, name: "Mona H" }, message: "Saved." };
  const calls = mockApi({ "PUT /user/profile": () => answer });
  renderShop(<ProfileForm user={mona} />);
  const save = screen.getByRole("button", { name: "Save" });
  expect(save.hasAttribute("disabled")).toBe(true);
  const name = screen.getByLabelText(/^Name/);
  fireEvent.change(name, { target: { value: "" } });
  fireEvent.click(save);
  expect(screen.getByText("This field is required")).toBeTruthy();
  expect(calls).toEqual([]);
  fireEvent.change(name, { target: { value: "Mona H" } });
  fireEvent.click(save);
  await waitFor(() => expect(calls.map((one) => one.body)).toEqual([{ name: "Mona H" }]));

  answer = refused(422, { errors: { birthdate: ["This is not a date somebody was born on."] } });
  fireEvent.change(screen.getByLabelText(/^Date of birth/), { target: { value: "2030-01-01" } });
  fireEvent.click(save);
  expect(await screen.findByText("This is not a date somebody was born on.")).toBeTruthy();
});
