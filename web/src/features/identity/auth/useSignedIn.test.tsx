import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { User } from "../../../api/types";
import { cookieNames, readCookie, removeCookie, writeCookie } from "../../../lib/cookies";
import { leftStore, wayBack } from "../../../lib/left";
import { nameOf } from "../../../lib/session";
import { shopToasts } from "../../../shop/cart/notification";
import { anAddress } from "../../../testing/checkout";
import { mockApi, renderShop } from "../../../testing/shop";
import { ToastRegion } from "../../../ui/ToastRegion";
import { type SignedIn, useSignedIn } from "./useSignedIn";

function SignIn() {
  const signedIn = useSignedIn(() => {});
  return (
    <button
      type="button"
      onClick={() => signedIn({ token: "1.abc", user: null, isNew: false, goOn: () => {} })}
    >
      Sign in
    </button>
  );
}

/** An existing customer signs in without an interrupted action. */
function Known({ home, user = null, back }: Partial<Pick<SignedIn, "home" | "user" | "back">>) {
  const signedIn = useSignedIn(() => {});
  return (
    <button
      type="button"
      onClick={() => signedIn({ token: "1.abc", user, home, isNew: false, back })}
    >
      Sign in
    </button>
  );
}

test.each([
  ["home", "1", "/home"],
  ["to their addresses where no place was chosen", null, "/account/my-address"],
])("somebody known is led %s, from the account's page too", async (_, place, to) => {
  if (place) writeCookie(cookieNames.defaultLocation, place);
  else removeCookie(cookieNames.defaultLocation);
  vi.useFakeTimers();
  mockApi({});
  const { where } = renderShop(<Known />, { at: "/account", scope: { session: "" } });
  fireEvent.click(screen.getByRole("button"));
  await act(() => vi.advanceTimersByTimeAsync(600));
  vi.useRealTimers();
  expect(where()).toBe(to);
});

const aUser = (id: string) => ({ id, name: "Mona" }) as User;
const home = anAddress({ id: "adr_home", name: "Home", is_default: true });

test("on a new browser the default address is where one shops for, before anything else is asked", async () => {
  removeCookie(cookieNames.addressId, cookieNames.districtId, cookieNames.location);
  removeCookie(cookieNames.defaultLocation);
  vi.useFakeTimers();
  // No request is answered, and the navigation still takes half a second.
  const calls = mockApi({ "GET /addresses": () => new Promise(() => {}) });
  const { where } = renderShop(<Known home={home} />, { at: "/", scope: { session: "" } });
  fireEvent.click(screen.getByRole("button"));
  expect(readCookie(cookieNames.addressId)).toBe("adr_home");
  expect(readCookie(cookieNames.defaultLocation)).toBe("1");
  await act(() => vi.advanceTimersByTimeAsync(490));
  expect(where()).toBe("/");
  await act(() => vi.advanceTimersByTimeAsync(20));
  vi.useRealTimers();
  expect(where()).toBe("/home");
  expect(calls.map((one) => one.path)).not.toContain("/addresses");
});

test("who has chosen a place keeps it", () => {
  removeCookie(cookieNames.addressId);
  writeCookie(cookieNames.districtId, "dokki");
  mockApi({});
  renderShop(<Known home={home} />, { scope: { session: "" } });
  fireEvent.click(screen.getByRole("button"));
  expect(readCookie(cookieNames.districtId)).toBe("dokki");
  expect(readCookie(cookieNames.addressId)).toBeNull();
});

test.each([
  [
    "the notice's sign-in leads where the same customer stood",
    "usr_1",
    true,
    "/account/my-orders/ord_1",
  ],
  ["the notice's sign-in leads another customer home", "usr_2", true, "/home"],
  ["every other sign-in leads home", "usr_1", false, "/home"],
])("after a session that ended elsewhere %s", async (_, id, back, to) => {
  writeCookie(cookieNames.defaultLocation, "1");
  vi.useFakeTimers();
  mockApi({ "GET /addresses": [] });
  leftStore.set({ why: "ended", at: "/account/my-orders/ord_1", who: nameOf("usr_1") });
  const { where } = renderShop(<Known user={aUser(id)} back={back} />, {
    at: "/home",
    scope: { session: "" },
  });
  fireEvent.click(screen.getByRole("button"));
  await act(() => vi.advanceTimersByTimeAsync(600));
  vi.useRealTimers();
  expect(where()).toBe(to);
  // Used once: the next sign-in has no page to return to.
  expect(wayBack(nameOf(id))).toBeNull();
});

/** A visitor reading in one language signs in to an account set to another, or to the same. */
function signInReading(lang: "en" | "ar", account: "en" | "ar") {
  shopToasts.clear();
  removeCookie(cookieNames.language, cookieNames.figures);
  const calls = mockApi({
    "GET /addresses": [],
    "GET /user/preferences": { lang: account, figures: null, currency: "EGP" },
  });
  renderShop(
    <>
      <SignIn />
      <ToastRegion toasts={shopToasts} label="Messages" closeLabel="Close" />
    </>,
    { lang, scope: { session: "" } },
  );
  fireEvent.click(screen.getByRole("button", { name: "Sign in" }));
  return calls;
}

test.each([
  ["en", "ar", "استخدام العربية"],
  ["ar", "en", "Use English"],
] as const)(
  "signing in while reading %s changes no language: a line offers the account's, %s",
  async (lang, account, words) => {
    signInReading(lang, account);
    const press = await screen.findByRole("button", { name: words });
    // Written in that language, and marked as such for screen readers.
    for (const one of screen.getByRole("region").querySelectorAll("span[lang]"))
      expect(one.getAttribute("lang")).toBe(account);
    expect(screen.getByRole("region").querySelectorAll("span[lang]")).toHaveLength(2);
    expect(readCookie(cookieNames.language)).toBeNull();
    fireEvent.click(press);
    expect(readCookie(cookieNames.language)).toBe(account);
  },
);

test("an account of the language that is read has nothing to offer", async () => {
  const calls = signInReading("ar", "ar");
  await waitFor(() => expect(calls.map(({ path }) => path)).toContain("/user/preferences"));
  await act(() => Promise.resolve());
  expect(shopToasts.get()).toEqual([]);
  expect(readCookie(cookieNames.language)).toBeNull();
});
