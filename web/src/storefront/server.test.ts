// @vitest-environment node
import { beforeAll, describe, expect, test, vi } from "vitest";
import { routes } from "./routes";

const base = {
  figures: "arab",
  now: Date.parse("2026-11-20T10:00:00Z"),
  origin: "https://shop.test",
  district: "",
  currency: "",
  config: { base: "/api/v1", version: "1.4.158" },
  data: [],
};

interface Queries {
  queries: { key: unknown[]; path: string }[];
  again: boolean;
  redirect: string;
  notFound: boolean;
  modules: string[];
}
interface Rendered {
  status: number;
  head: string;
  html: string;
  says: "always" | "day" | "moment";
}

const ask = (request: object): Queries => JSON.parse(wekala.queries(JSON.stringify(request)));
const draw = (request: object): Rendered => {
  const [answer = "", ...html] = wekala.render(JSON.stringify(request)).split("\n");
  return { ...JSON.parse(answer), html: html.join("\n") };
};

beforeAll(async () => {
  // The engine lacks these, so no code may depend on them unnoticed.
  for (const name of ["Intl", "AbortController", "structuredClone"]) {
    vi.stubGlobal(name, undefined);
  }
  await import("./entry-server");
  const { loadAllPages } = await import("./pages");
  await loadAllPages();
});

describe.each(["en", "ar"] as const)("in %s", (lang) => {
  const addresses = routes.map(({ path }) => `/${lang}${path.replace(/:\w+/g, "x")}`);

  test.each(addresses)("%s is drawn before anything is known", (address) => {
    const request = { ...base, lang, prefix: lang, url: address };
    const questions = ask(request);
    expect(questions.notFound).toBe(false);
    if (questions.redirect !== "") return;
    for (const { path, key } of questions.queries) {
      expect(path).toMatch(/^\//);
      expect(key[1]).toEqual({ lang, district: "", currency: "" });
    }
    const { status, head, html, says } = draw(request);
    if (says === "always") {
      // Pages are cached by this value: a month later the output must be the same.
      const later = draw({ ...request, now: base.now + 30 * 86_400_000 });
      expect(later).toEqual({ status, head, html, says });
    }
    expect(status).toBe(200);
    expect(head).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain("<main");
    // The content policy blocks inline styles and inline scripts.
    expect(html).not.toMatch(/ style="/);
    expect(html).not.toMatch(/<script|<style/);
    expect(html).not.toMatch(/ on[a-z]+="/);
    // A boundary that failed on the server is rendered by the browser.
    expect(html).not.toContain("<!--$!-->");
    // A missing text appears as its key.
    expect(`${head}${html}`).not.toMatch(/>[a-z]+(_[a-z0-9]+)+</);
  });

  test("an unknown address is the not-found page", () => {
    const request = { ...base, lang, prefix: lang, url: `/${lang}/nothing/here` };
    expect(ask(request).notFound).toBe(true);
    const { status, head } = draw(request);
    expect(status).toBe(404);
    expect(head).toContain('content="noindex"');
  });

  test("links keep the language prefix", () => {
    const { html } = draw({ ...base, lang, prefix: lang, url: `/${lang}/nothing` });
    const own = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map((found) => found[1] ?? "");
    const other = lang === "en" ? "ar" : "en";
    expect(own.filter((to) => !to.startsWith(`/${lang}`) && !to.startsWith(`/${other}`))).toEqual(
      [],
    );
  });

  test("hostile addresses stay text", () => {
    const { html, head } = draw({
      ...base,
      lang,
      prefix: "",
      url: '/x"><script>alert(1)</script>?q=</script><img src=x>',
    });
    expect(html).not.toContain("<script");
    expect(head).not.toMatch(/<script|<img/);
  });
});
