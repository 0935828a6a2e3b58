import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { cookieNames, removeCookie, writeCookie } from "../../lib/cookies";
import * as dialogs from "../../lib/dialogs";
import { mockApi, renderShop } from "../../testing/shop";
import { Heart } from "./Heart";

afterEach(() => {
  removeCookie(cookieNames.token);
  vi.restoreAllMocks();
});

const early = { scope: { ready: false, session: "" } };
const heart = <Heart kind="product" id="prd_1" name="Honey" />;

test("pressed before the page knows whose it is, a heart of somebody signed in is marked", async () => {
  const open = vi.spyOn(dialogs, "openDialog").mockImplementation(() => {});
  const calls = mockApi({
    "POST /favourites": {},
    "GET /favourites/all": { products: [], branches: [] },
  });
  writeCookie(cookieNames.token, "abc");
  renderShop(heart, early);
  fireEvent.click(screen.getByRole("button"));
  await waitFor(() => expect(calls.some(({ method }) => method !== "GET")).toBe(true));
  expect(open).not.toHaveBeenCalled();
});

test("a guest's leads to signing in, whenever it is pressed", () => {
  const open = vi.spyOn(dialogs, "openDialog").mockImplementation(() => {});
  const calls = mockApi({});
  renderShop(heart, early);
  fireEvent.click(screen.getByRole("button"));
  expect(open).toHaveBeenCalledWith("signIn", expect.objectContaining({ why: "heart" }));
  expect(calls).toEqual([]);
});
