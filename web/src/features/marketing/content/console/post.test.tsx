import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../../../../testing/shop";
import type { EditablePost } from "./api";
import { emptyPost } from "./model";
import postPage from "./post";

const { publish_at: _none, ...blank } = emptyPost;
const post: EditablePost = {
  ...blank,
  id: "pst_1",
  slug: "tea",
  title_en: "Tea",
  body_en: "Hot",
  cover_image: { src: "", srcset: "", width: 0, height: 0 },
  state: "draft",
  updated_at: "2026-11-19T07:19:49Z",
  version: 3,
};
const common = {
  "GET /console/tags": [{ slug: "food", name_en: "Food", name_ar: "طعام" }],
  "POST /console/content/preview": ({ body }: { body: unknown }) => ({
    html: `<p>${(body as { text: string }).text}</p>`,
  }),
  "GET /console/posts": [],
  "GET /console/content/missing": [],
};

const show = (id: string) =>
  renderShop(<postPage.Component />, { console: true, at: `/content/posts/${id}`, params: { id } });
const english = () => within(screen.getByRole("region", { name: "In English" }));
const write = (label: RegExp, text: string) =>
  fireEvent.change(english().getByLabelText(label), { target: { value: text } });

beforeEach(() => {
  sessionStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a blog post", () => {
  test("a new one gets its address from its title", async () => {
    const calls = mockApi({ ...common, "POST /console/posts": { ...post, id: "pst_2" } });
    const { where } = show("new");
    write(/Title/, "Summer tea");
    write(/Text/, "Cold");
    fireEvent.click(await screen.findByRole("checkbox", { name: "Food" }));
    fireEvent.click(screen.getByRole("switch", { name: "Published" }));
    fireEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(where()).toBe("/content/posts/pst_2"));
    const sent = calls.find(({ method, path }) => method === "POST" && path === "/console/posts");
    expect(sent?.body).toMatchObject({
      slug: "summer-tea",
      title_en: "Summer tea",
      title_ar: "",
      body_en: "Cold",
      tags: ["food"],
      published: true,
    });
  });

  test("shows what is wrong at its field, keeps what was typed, also for the next visit", async () => {
    mockApi({
      ...common,
      "GET /console/posts/pst_1": post,
      "PUT /console/posts/pst_1": refused(422, {
        errors: { body_en: ["Too long."], slug: ["Something else has this address already."] },
      }),
    });
    const { unmount } = show("pst_1");
    await screen.findByRole("heading", { level: 1, name: "Tea" });
    write(/Text/, "Cold");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText(/^Check these: /)).toBeTruthy();
    expect(english().getByText("Too long.")).toBeTruthy();
    expect(screen.getByText("Something else has this address already.")).toBeTruthy();
    // The field gets the focus once it is rendered.
    await waitFor(() => expect(document.activeElement).toBe(english().getByLabelText(/Text/)));
    // A field that is being corrected shows no error; the other one still does.
    write(/Text/, "Colder");
    expect(english().queryByText("Too long.")).toBeNull();
    expect(screen.getByText("Something else has this address already.")).toBeTruthy();
    unmount();

    show("pst_1");
    expect(await screen.findByText(/your unsaved changes/)).toBeTruthy();
    expect(english().getByDisplayValue("Colder")).toBeTruthy();
    fireEvent.click(screen.getAllByRole("button", { name: "Discard changes" })[0] as Element);
    expect(english().getByDisplayValue("Hot")).toBeTruthy();
    expect(sessionStorage.length).toBe(0);
  });

  test("saved by somebody else meanwhile: both versions stand side by side, and one is chosen", async () => {
    const theirs = { ...post, title_en: "Theirs", lead_en: "New", version: 4 };
    const calls = mockApi({
      ...common,
      "GET /console/posts/pst_1": post,
      "PUT /console/posts/pst_1": ({ body }) =>
        (body as { version: number }).version === 4
          ? { ...theirs, title_en: "Mine", version: 5 }
          : refused(409, { code: "moved_on", message: "Compare.", data: { current: theirs } }),
    });
    show("pst_1");
    await screen.findByRole("heading", { level: 1, name: "Tea" });
    write(/Title/, "Mine");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    const compared = within(await screen.findByRole("region", { name: "Compare versions" }));
    expect(compared.getByText("Theirs")).toBeTruthy();
    // Fields that only the other version changed are adopted, and listed.
    expect(compared.getByText("Summary in English")).toBeTruthy();
    expect(english().getByDisplayValue("Mine")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Mine" })).toBeTruthy();
    expect(calls.filter(({ method }) => method === "PUT").map(({ body }) => body)).toMatchObject([
      { version: 3, title_en: "Mine", lead_en: "" },
      { version: 4, title_en: "Mine", lead_en: "New" },
    ]);
    expect(screen.queryByRole("region", { name: "Compare versions" })).toBeNull();
  });

  test("deleting asks first, and leads back to the others", async () => {
    const calls = mockApi({
      ...common,
      "GET /console/posts/pst_1": post,
      "DELETE /console/posts/pst_1": {},
    });
    const { where } = show("pst_1");
    fireEvent.click(await screen.findByRole("button", { name: "Actions" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    expect(calls.some(({ method }) => method === "DELETE")).toBe(false);
    fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
    await waitFor(() => expect(where()).toBe("/content"));
    expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  test("the preview is the server's clean text", async () => {
    mockApi({
      ...common,
      "GET /console/posts/pst_1": post,
      "POST /console/content/preview": { html: '<p>Hot <a href="/blogs">more</a></p>' },
    });
    show("pst_1");
    const preview = within(await screen.findByRole("region", { name: "Preview" }));
    const link = await preview.findByRole("link", { name: "more" });
    expect(link.getAttribute("href")).toBe("/en/blogs");
    expect(preview.getByText(/No Arabic text yet/)).toBeTruthy();
  });

  test("one that is gone says so", async () => {
    mockApi({ ...common, "GET /console/posts/pst_1": refused(404) });
    show("pst_1");
    expect(await screen.findByText("We couldn't find this")).toBeTruthy();
  });

  test("Enter in a field beside the post makes the tag, or looks for the picture, and saves nothing", async () => {
    const calls = mockApi({
      ...common,
      "GET /console/posts/pst_1": post,
      "GET /console/media": [],
      "POST /console/tags": [{ slug: "tea", name_en: "Tea", name_ar: "شاي" }],
    });
    show("pst_1");
    // If Enter is left to the browser, it submits the form.
    const left = (field: HTMLElement) => fireEvent.keyDown(field, { key: "Enter" });
    fireEvent.click(await screen.findByRole("button", { name: "Choose from uploaded" }));
    expect(left(await screen.findByLabelText("Search pictures"))).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "New topic" }));
    fireEvent.change(screen.getByLabelText("Topic in English"), { target: { value: "Tea" } });
    fireEvent.change(screen.getByLabelText("Topic in Arabic"), { target: { value: "شاي" } });
    expect(left(screen.getByLabelText("Topic in Arabic"))).toBe(false);
    const tag = await screen.findByRole<HTMLInputElement>("checkbox", { name: "Tea" });
    await waitFor(() => expect(tag.checked).toBe(true));
    expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  });
});
