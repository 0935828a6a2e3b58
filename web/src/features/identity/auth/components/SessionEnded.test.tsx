import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { dialogStore } from "../../../../lib/dialogs";
import { leftStore, noteLeft, readLeft } from "../../../../lib/left";
import { renderShop } from "../../../../testing/shop";
import { SessionEnded } from "./SessionEnded";

afterEach(() => {
  leftStore.set(null);
  dialogStore.set(null);
});

test.each([
  ["en", "You've been signed out", "Sign in"],
  ["ar", "تم تسجيل خروجك", "تسجيل الدخول"],
] as const)(
  "a session ended elsewhere says so and offers the way back in (%s)",
  (lang, title, act) => {
    noteLeft({ why: "ended", at: "/cart", who: "x" });
    readLeft();
    // Shown once: a reload is another page.
    expect(sessionStorage.getItem("session_left")).toBeNull();
    renderShop(<SessionEnded />, { lang, scope: { session: "" } });
    expect(screen.getByRole("alert").textContent).toContain(title);
    fireEvent.click(screen.getByRole("button", { name: act }));
    expect(dialogStore.get()?.name).toBe("signIn");
  },
);

test.each([
  ["en", "Your account is blocked", "Contact us"],
  ["ar", "حسابك موقوف", "تواصل معنا"],
] as const)("a blocked customer reads why, and whom to ask (%s)", (lang, title, act) => {
  leftStore.set({ why: "blocked" });
  renderShop(<SessionEnded />, { lang, scope: { session: "" } });
  expect(screen.getByRole("alert").textContent).toContain(title);
  expect(screen.getByRole("link", { name: act }).getAttribute("href")).toMatch(/contact-us$/);
});

test("a blocked customer reads the reason that staff wrote", () => {
  leftStore.set({ why: "blocked", reason: "This account is blocked. Reason: unpaid orders" });
  renderShop(<SessionEnded />, { scope: { session: "" } });
  expect(screen.getByRole("alert").textContent).toContain("Reason: unpaid orders");
  expect(screen.getByRole("alert").textContent).not.toContain("we'll tell you why");
  expect(screen.getByRole("link", { name: "Contact us" })).toBeTruthy();
});

test.each([["out"], [null]] as const)(
  "who signed out by themselves, or was nobody, is told nothing (%s)",
  (why) => {
    leftStore.set(why && { why });
    renderShop(<SessionEnded />, { scope: { session: "" } });
    expect(screen.queryByRole("region")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  },
);
