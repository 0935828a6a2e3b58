/** Tests that every page around a query must pass: see testFrame. */

import { fireEvent, screen } from "@testing-library/react";
import type { ComponentType } from "react";
import { expect, test } from "vitest";
import { type Answer, mockApi, refused, renderShop, type ShopOptions } from "./shop";

export interface FramedPage extends ShopOptions {
  Component: ComponentType;
  /** The API's answers: "GET /wallet" → data. */
  answers: Record<string, Answer>;
  /** The request without which there is nothing to show. */
  asks: string;
  /** Shown while it is loading. */
  loading: string;
  /** Shown when it failed. */
  failed: string;
  /** Shown once it is answered. */
  found: string | RegExp;
}

/** Tests that it shows its loading state and its data, retries after a failure, and requests nothing for guests. */
export function testFrame({
  Component,
  answers,
  asks,
  loading,
  failed,
  found,
  ...options
}: FramedPage) {
  test("says that it loads, then shows what came", async () => {
    mockApi(answers);
    renderShop(<Component />, options);
    expect(screen.getAllByRole("status").map((one) => one.textContent)).toContain(loading);
    expect((await screen.findAllByText(found)).length).toBeGreaterThan(0);
    expect(screen.queryByText(loading)).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("says what failed and tries it again", async () => {
    let broken = true;
    mockApi({ ...answers, [asks]: () => (broken ? refused(500) : (answers[asks] ?? {})) });
    renderShop(<Component />, options);
    expect(await screen.findByRole("heading", { name: failed })).toBeTruthy();
    expect(screen.queryByText(found)).toBeNull();
    broken = false;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect((await screen.findAllByText(found)).length).toBeGreaterThan(0);
    expect(screen.queryByRole("heading", { name: failed })).toBeNull();
  });

  if (options.console) return;
  test("guests are asked to sign in, and nothing is asked of the server", () => {
    const calls = mockApi({});
    renderShop(<Component />, { ...options, scope: { session: "" } });
    expect(screen.getByRole("heading", { name: "Sign in to see this page" })).toBeTruthy();
    expect(calls).toEqual([]);
  });
}
