import { QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { createQueryClient } from "../../../../api/queryClient";
import { MemoryHistory } from "../../../../lib/history";
import { createI18n } from "../../../../lib/i18n";
import { NowProvider } from "../../../../lib/now";
import { PageProvider } from "../../../../lib/page";
import { type Scope, ScopeProvider } from "../../../../lib/scope";
import { TextsProvider } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import content from "../../../../locales/en/content.json";
import { type InformationPage, informationQuery } from "../api";
import informationPage from "./information";

const scope: Scope = {
  lang: "en",
  figures: "latn",
  district: "",
  currency: "",
  session: "",
  address: "",
  pin: "",
  ready: true,
};
const privacy: InformationPage = {
  name: "privacy",
  lang: "en",
  title: "Privacy policy",
  html: '<p>We know little. See <a href="/information/terms">the terms</a>.</p><h2>More</h2>',
  version: 1,
  updated_at: "2025-11-01T00:00:00Z",
};
const context = {
  scope,
  params: { id: "", name: "privacy" },
  query: new Query(""),
  path: "/information/privacy",
};

function show(answer: () => Promise<Response>, name = "privacy", query = "") {
  vi.stubGlobal("fetch", vi.fn(answer));
  const { Component } = informationPage;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TextsProvider
        i18n={createI18n("en", "latn", { content, shell: { footer: { contact: "Contact us" } } })}
      >
        <NowProvider start={Date.parse("2026-11-20T10:00:00Z")}>
          <ScopeProvider scope={scope}>
            <MemoryHistory>
              <PageProvider
                value={{ ...context, params: { id: "", name }, query: new Query(query) }}
              >
                <Component />
              </PageProvider>
            </MemoryHistory>
          </ScopeProvider>
        </NowProvider>
      </TextsProvider>
    </QueryClientProvider>,
  );
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test("shows the page's words, its age and its neighbours", async () => {
  show(async () => new Response(JSON.stringify({ response: { data: privacy } })));
  expect(await screen.findByRole("heading", { level: 1, name: "Privacy policy" })).toBeTruthy();
  const article = within(screen.getByRole("article"));
  expect(article.getByText("Last updated 1 November 2025")).toBeTruthy();
  expect(article.getByRole("link", { name: "the terms" }).getAttribute("href")).toBe(
    "/information/terms",
  );
  expect(screen.getByRole("link", { name: "Terms of use" }).getAttribute("href")).toBe(
    "/account/information/terms",
  );
});

test("questions stand in groups under their names and open one by one, with a way to ask", async () => {
  const faq = {
    ...privacy,
    name: "faq",
    title: "FAQ",
    html: "<h2>Paying</h2><h3>How?</h3><p>By card.</p><h3>When?</h3><p>At once.</p><h2>Delivery</h2><h3>Where?</h3><p>Here.</p>",
  };
  show(async () => new Response(JSON.stringify({ response: { data: faq } })), "faq");
  const paying = (await screen.findByRole("heading", { level: 2, name: "Paying" })).closest(
    "section",
  ) as HTMLElement;
  expect(within(paying).getAllByRole("heading", { level: 3 })).toHaveLength(2);
  const [first] = within(paying).getAllByRole<HTMLDetailsElement>("group");
  expect(first?.open).toBe(false);
  expect(first?.textContent).toContain("By card.");
  expect(screen.getByRole("heading", { level: 2, name: "Delivery" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe(
    "/account/contact-us",
  );
});

const asked = {
  ...privacy,
  name: "faq",
  title: "FAQ",
  html: "<h2>الدفع</h2><h3>كيف أدفع؟</h3><p>نقدًا أو بالبطاقة.</p><h3>أين الفاتورة؟</h3><p>في صفحة الطلب.</p><h2>الإرجاع</h2><h3>متى أُرجع منتجًا؟</h3><p>خلال المدة.</p>",
};

test("questions are sifted as one types, however the letters are written", async () => {
  show(async () => new Response(JSON.stringify({ response: { data: asked } })), "faq");
  const box = await screen.findByRole("searchbox", { name: "Search the questions" });
  for (const [typed, questions] of [
    ["بالبطاقه", ["كيف أدفع؟"]],
    ["الارجاع", ["متى أُرجع منتجًا؟"]],
    ["دفع", ["كيف أدفع؟", "أين الفاتورة؟"]],
    ["الطلب فاتوره", ["أين الفاتورة؟"]],
    ["  ", ["كيف أدفع؟", "أين الفاتورة؟", "متى أُرجع منتجًا؟"]],
  ] as const) {
    fireEvent.change(box, { target: { value: typed } });
    expect(screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent)).toEqual(
      questions,
    );
  }
  fireEvent.change(box, { target: { value: "فاتورة" } });
  expect(screen.getByRole<HTMLDetailsElement>("group").open).toBe(true);
  expect(screen.getByRole("status").textContent).toBe("1 question");
  fireEvent.change(box, { target: { value: "مطر" } });
  expect(screen.getByRole("heading", { name: "No question matches your search" })).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Contact us" })).toHaveLength(1);
});

test("without script the form asks for the same page, which sifts", async () => {
  show(async () => new Response(JSON.stringify({ response: { data: asked } })), "faq", "q=فاتورة");
  const box = await screen.findByRole<HTMLInputElement>("searchbox");
  expect(box.value).toBe("فاتورة");
  expect(box.name).toBe("q");
  expect(box.form?.getAttribute("action")).toBe("/en/account/information/faq");
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(1);
});

test("says when it does not come", async () => {
  show(async () => new Response("{}", { status: 400 }));
  expect(await screen.findByText("We couldn't load this page")).toBeTruthy();
});

test("both addresses are one page to search engines", () => {
  const client = createQueryClient();
  client.setQueryData(informationQuery(scope, "privacy").queryKey, privacy);
  const head = informationPage.head({
    ...context,
    read: (query) => client.getQueryData(query.queryKey),
    t: createI18n("en", "latn", { content }).t,
    origin: "https://shop.test",
    now: 0,
  });
  expect(head).toMatchObject({
    title: "Privacy policy",
    description: "We know little. See the terms.",
    canonicalPath: "/account/information/privacy",
  });
});
