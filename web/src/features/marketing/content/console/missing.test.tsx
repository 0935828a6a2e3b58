import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/console/content.json";
import { testFrame } from "../../../../testing/framed";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { Missing } from "./api";
import page from "./missing";

const lacking: Missing[] = [
  { kind: "post", id: "pst_1", name: "أكلات الشتا", missing: "en" },
  { kind: "page", id: "terms", name: "Terms", missing: "ar" },
  { kind: "banner", id: "ban 1", name: "", missing: "ar" },
  { kind: "contact", id: "contact", name: "", missing: "en" },
];

afterEach(() => vi.unstubAllGlobals());

describe("the page", () => {
  testFrame({
    Component: page.Component,
    console: true,
    at: "/content/missing",
    answers: { "GET /console/content/missing": lacking },
    asks: "GET /console/content/missing",
    loading: texts.loading,
    failed: texts.failed,
    found: "أكلات الشتا",
  });
});

test("each thing says what it is, which language it lacks, and leads to where it is written", async () => {
  mockApi({ "GET /console/content/missing": lacking });
  renderShop(<page.Component />, { console: true, at: "/content/missing" });
  const rows = (await screen.findAllByRole("article")).map((row) => ({
    text: row.textContent,
    to: within(row).getByRole("link").getAttribute("href"),
  }));
  expect(rows).toEqual([
    { text: `${texts.kind_post}أكلات الشتا${texts.lacks_en}`, to: "/content/posts/pst_1" },
    { text: `${texts.kind_page}Terms${texts.lacks_ar}`, to: "/content/pages/terms" },
    // An item without a name is identified by its id.
    { text: `${texts.kind_banner}ban 1${texts.lacks_ar}`, to: "/content/banners/ban%201" },
    {
      text: `${texts.kind_contact}${texts.section_contact}${texts.lacks_en}`,
      to: "/content/contact",
    },
  ]);
  const tab = screen.getByRole("link", { name: /Missing translations/ });
  expect(tab.textContent).toContain("4");
});

test("one thing that lacks two languages stands there twice", async () => {
  const both: Missing[] = [
    { kind: "block", id: "blk_1", name: "", missing: "en" },
    { kind: "block", id: "blk_1", name: "", missing: "ar" },
  ];
  mockApi({ "GET /console/content/missing": both });
  renderShop(<page.Component />, { console: true, at: "/content/missing" });
  expect(await screen.findAllByRole("article")).toHaveLength(2);
});

test("where everything is there in both languages, the page says so and counts nothing", async () => {
  mockApi({ "GET /console/content/missing": [] });
  renderShop(<page.Component />, { console: true, at: "/content/missing" });
  expect(await screen.findByText(texts.missing_empty)).toBeTruthy();
  expect(screen.getByRole("link", { name: /Missing translations/ }).textContent).toBe(
    texts.section_missing,
  );
});
