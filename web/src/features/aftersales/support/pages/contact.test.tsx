import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import type { User } from "../../../../api/types";
import { mockApi, refused, renderShop, type ShopOptions } from "../../../../testing/shop";
import page from "./contact";

const { Component } = page;
const mona = { id: "usr_1", name: "Mona", phone: "+201012345678", email: "mona@example.com" };
const details = { phone: "", whatsapp: "", email: "", address: "", hours: "", seller: [] };

afterEach(() => vi.unstubAllGlobals());

const open = (scope: ShopOptions["scope"], profile: object = { user: mona as User }) => {
  mockApi({ "GET /contact": details, "GET /user/profile": profile });
  renderShop(<Component />, { at: "/contact-us", scope });
};
const fields = () => screen.queryAllByRole("textbox").map((box) => box.getAttribute("name"));

test("no field stands there empty before it is known who writes", async () => {
  open({ ready: false, session: "" });
  expect(fields()).toEqual([]);
  await act(async () => {});
  expect(fields()).toEqual([]);
});

test("a guest says who they are", () => {
  open({ session: "" });
  expect(fields()).toEqual(["name", "phone", "email", "subject", "text"]);
});

test("a customer who is signed in waits for their name, and is not asked for it", async () => {
  open({});
  expect(fields()).toEqual([]);
  expect(await screen.findByText("Mona")).toBeTruthy();
  expect(fields()).toEqual(["subject", "text"]);
});

test("whose profile does not come says who they are", async () => {
  open({}, refused(500, { message: "Closed for a moment." }));
  expect(await screen.findByRole("textbox", { name: /^Your name/ })).toBeTruthy();
});
