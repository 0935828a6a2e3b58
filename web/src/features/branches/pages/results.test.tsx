import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { aBranch } from "../../../testing/cart";
import { type Answer, mockApi, onePage, refused, renderShop } from "../../../testing/shop";
import page from "./results";

const { Component } = page;
const grocery = { id: "svc_grocery", slug: "grocery", name: "Grocery", tint: "grocery" };
const unread = refused(500, { message: "The shop is closed." });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test.each([
  ["cannot be read", unread, "The shop is closed."],
  ["are none", [], "No branches match your filters"],
] as const)(
  "a listing without a service, where services %s, warns, is empty and can be tried again",
  async (_, services, said) => {
    const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
    let answer: Answer = services as Answer;
    const calls = mockApi({ "GET /services": () => answer, "GET /branches": onePage([aBranch()]) });
    renderShop(<Component />, { at: "/branches-results" });
    expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.queryByText("Loading branches")).toBeNull();
    expect(warned).toHaveBeenCalledWith(
      "/branches needs page and service_id: an empty list instead.",
    );
    expect(calls.filter(({ path }) => path.startsWith("/branches"))).toEqual([]);

    answer = [grocery];
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText("Souq, Maadi")).toBeTruthy();
    await waitFor(() =>
      expect(calls.map(({ path }) => path)).toContain("/branches?service_id=grocery&page=1"),
    );
  },
);
