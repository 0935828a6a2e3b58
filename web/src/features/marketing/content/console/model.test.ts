import { describe, expect, test } from "vitest";
import type { EditableBanner, EditableBlock, EditablePost } from "./api";
import {
  bannerBody,
  bannerDraft,
  blockBody,
  blockDraft,
  concerns,
  emptyBlock,
  emptyPost,
  missingIndex,
  momentKept,
  moved,
  orderOf,
  placeOf,
  postBody,
  postDraft,
  readAs,
  slugOf,
  spoken,
} from "./model";

const post: EditablePost = {
  id: "pst_1",
  slug: "first-order",
  title_en: "First order",
  title_ar: "",
  lead_en: "Short",
  lead_ar: "",
  body_en: "## One",
  body_ar: "",
  author_en: "",
  author_ar: "",
  cover: "tomatoes",
  cover_image: { src: "/media/tomatoes.svg", srcset: "", width: 256, height: 256 },
  tags: ["guides"],
  published: true,
  publish_at: "2026-11-19T07:19:49Z",
  state: "published",
  updated_at: "2026-11-19T07:19:49Z",
  version: 3,
};

describe("a post's form", () => {
  test("holds what may be changed, and sends it back as it was", () => {
    const draft = postDraft(post);
    expect(draft.publish_at).toBe("2026-11-19T09:19");
    expect(Object.keys(draft).sort()).toEqual(Object.keys(emptyPost).sort());
    const { id: _id, state: _state, cover_image: _cover, updated_at: _at, ...body } = post;
    expect(postBody(draft, post)).toEqual(body);
  });

  test("sends no moment while there is none", () => {
    expect(postBody({ ...emptyPost, title_en: "A" }, null)).not.toHaveProperty("publish_at");
  });

  test("keeps a moment's seconds until somebody writes another", () => {
    expect(momentKept("2026-11-19T09:19", post.publish_at)).toBe(post.publish_at);
    expect(momentKept("2026-11-19T09:20", post.publish_at)).toBe("2026-11-19T07:20:00.000Z");
    expect(momentKept("", post.publish_at)).toBeUndefined();
  });
});

test.each([
  ["Your first order, step by step", "your-first-order-step-by-step"],
  ["  Café & crème – what’s new?", "cafe-creme-whats-new"],
  ["طلبك الأول", ""],
  [`${"x".repeat(79)} y`, "x".repeat(79)],
])("%s makes the address %s", (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test("a title is shown in the reader's language, else in the other one", () => {
  expect(spoken("ar", "Hello", "أهلًا")).toEqual({ text: "أهلًا", lang: "ar" });
  expect(spoken("ar", "Hello", "")).toEqual({ text: "Hello", lang: "en" });
  expect(spoken("en", "", "أهلًا")).toEqual({ text: "أهلًا", lang: "ar" });
  expect(spoken("en", "", "")).toEqual({ text: "", lang: "en" });
});

test("what lacks a language is found by kind and id, and where it is written", () => {
  const index = missingIndex([
    { kind: "post", id: "pst_1", name: "First order", missing: "ar" },
    { kind: "page", id: "faq", name: "Questions", missing: "en" },
    { kind: "page", id: "faq", name: "Questions", missing: "ar" },
  ]);
  expect(index.get("post:pst_1")).toEqual(["ar"]);
  expect(index.get("page:faq")).toEqual(["en", "ar"]);
  expect(index.get("post:faq")).toBeUndefined();
  expect(placeOf({ kind: "block", id: "blk_1" })).toBe("/content/blocks/blk_1");
  expect(placeOf({ kind: "contact", id: "contact" })).toBe("/content/contact");
});

test("a banner's form sends back what it was filled with", () => {
  const banner: EditableBanner = {
    id: "ban_1",
    state: "shown",
    image_view: { src: "", srcset: "", width: 0, height: 0 },
    service_id: "svc_food",
    district_id: "",
    title_en: "Koshary",
    title_ar: "كشري",
    text_en: "",
    text_ar: "",
    action_en: "",
    action_ar: "",
    image: "classic-koshary",
    link: "/home",
    starts_at: "2026-11-20T10:00:30Z",
    active: true,
    sort: 3,
  };
  const { id: _id, state: _state, image_view: _view, ...body } = banner;
  expect(bannerBody(bannerDraft(banner), banner)).toEqual(body);
  const later = { ...bannerDraft(banner), starts_at: "", ends_at: "2026-12-01T00:00", sort: "٥" };
  const { starts_at: _starts, ...rest } = body;
  expect(bannerBody(later, banner)).toEqual({
    ...rest,
    ends_at: "2026-11-30T22:00:00.000Z",
    sort: 5,
  });
});

describe("a row of products", () => {
  const block: EditableBlock = {
    id: "blk_1",
    state: "shown",
    chosen: [],
    slug: "milks",
    service_id: "svc_grocery",
    district_id: "",
    title_en: "Milk",
    title_ar: "لبن",
    rule: "category:milk",
    products: [],
    active: true,
  };

  test("names its category in its rule", () => {
    const draft = blockDraft(block);
    expect([draft.rule, draft.category]).toEqual(["category", "milk"]);
    expect(blockBody(draft, block).rule).toBe("category:milk");
  });

  test("keeps the hours of the day it is shown at", () => {
    const morning = { ...block, day_from: "05:00", day_to: "12:00" };
    expect(blockBody(blockDraft(morning), morning)).toMatchObject({
      day_from: "05:00",
      day_to: "12:00",
    });
    expect(blockBody(blockDraft(block), block)).toMatchObject({ day_from: "", day_to: "" });
  });

  test("sends products for a list only", () => {
    const draft = { ...emptyBlock, products: ["eggs"], category: "milk" };
    expect(blockBody({ ...draft, rule: "list" }, null)).toMatchObject({
      rule: "list",
      products: ["eggs"],
    });
    expect(blockBody({ ...draft, rule: "newest" }, null)).toMatchObject({
      rule: "newest",
      products: [],
    });
  });
});

test("places in an order", () => {
  expect(["", " ٧ ", "-2", "x", "1.5", "9999999"].map(orderOf)).toEqual([
    0, 7, -2, 0, 0, 1_000_000,
  ]);
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
});

test("a list is narrowed to what is shown for a service and in a district", () => {
  const all = { service_id: "", district_id: "" };
  const some = { service_id: "svc_food", district_id: "maadi" };
  expect(concerns(all, "svc_food", "maadi")).toBe(true);
  expect(concerns(some, "", "")).toBe(true);
  expect(concerns(some, "svc_food", "dokki")).toBe(false);
  expect(concerns(some, "svc_grocery", "")).toBe(false);
});

test("a page's title names the shop as customers read it", () => {
  const page = {
    title_en: "About {{shop_name}}",
    title_ar: "عن {{shop_name}}",
    shop_en: "Hoda's $& corner",
    shop_ar: "ركن هدى",
  };
  expect(readAs(page)).toEqual({ en: "About Hoda's $& corner", ar: "عن ركن هدى" });
});
