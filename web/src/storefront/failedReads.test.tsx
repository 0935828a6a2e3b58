import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { configureClient } from "../api/client";
import { keepOrder } from "../features/ordering/calls/kept";
import { trusting } from "../testing/reader";
import { type Answer, type Call, mockApi, onePage, refused, renderShop } from "../testing/shop";
import { loadPage } from "./pages";
import { routes } from "./routes";

/** Pages that request no data, or can be used without it. */
const readNothing = ["marketing/home/landing"];

const pages = new Map(routes.map(({ page, path }) => [page, path]));

/** Answers every request in the same way. */
function answerAll(answer: Answer): Call[] {
  const always = new Proxy({}, { get: () => answer });
  return mockApi(always);
}

// In this file responses are checked against their types, as in the browser.
beforeAll(() =>
  configureClient({
    reader: async (operation) => (await import("../api/reader")).readerOf(operation),
  }),
);
afterAll(() => configureClient({ reader: trusting }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const failures = [
  [
    "is refused with a text",
    refused(500, { message: "The shop is closed." }),
    "The shop is closed.",
  ],
  ["is refused without a text", refused(500), "An error occurred with status code 500"],
  ["gets no answer", new Error("no network"), "No response received from server."],
  ["is not what the API answers", { is: "something else" }, "An unknown error occurred."],
  ["is a list in pages of something else", onePage([{ id: 7 }]), "An unknown error occurred."],
] as const;

describe.each([...pages].filter(([page]) => !readNothing.includes(page)))("%s", (page, path) => {
  test.each(failures)("whose reading %s says so and tries again", async (_, answer, said) => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const calls = answerAll(answer);
    // A guest's order is requested only in the browser in which it was placed.
    if (page === "ordering/calls/order") keepOrder({ id: "one", token: "t", at: 0 });
    const { Component } = await loadPage(page);
    const at = path.replace(":id", "one").replace(":name", "privacy");
    const { container } = renderShop(<Component />, {
      at,
      params: { id: "one", name: "privacy" },
    });
    expect(
      (await screen.findAllByText(new RegExp(said.replace(".", "\\.")))).length,
    ).toBeGreaterThan(0);
    await waitFor(() => expect(container.querySelector('[aria-busy="true"]')).toBeNull());

    const before = calls.length;
    fireEvent.click(screen.getAllByRole("button", { name: "Try again" })[0] as HTMLElement);
    await waitFor(() => expect(calls.length).toBeGreaterThan(before));
  });
});
