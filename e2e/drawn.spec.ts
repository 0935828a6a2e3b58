/** Every page of the shop as the program draws it, byte for byte as React's own server renderer would. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { runInThisContext } from "node:vm";
import { grocery, maadi } from "./support/api";
import { expect, test } from "./support/test";

const web = path.join(__dirname, "../web");

const pages = [
  "",
  "/home",
  "/home?service_id=grocery",
  "/search-results?q=cheese",
  "/search-results?q=nothinglikethis",
  "/branches-results?service_id=grocery",
  `/branches/${grocery.slug}`,
  `/branches/${grocery.slug}?q=milk`,
  "/branches/sabaa-habbat-maadi",
  "/categories/pizza",
  "/categories/koshary",
  "/products/sugar",
  "/products/koshary",
  "/products/roumi-cheese",
  "/products/no-such-thing",
  "/no/such/page",
  "/cart",
  "/checkout",
  "/quotations/x",
  "/blogs",
  "/account",
  ...[
    "my-quotations",
    "notifications",
    "my-address",
    "my-address/add-address",
    "my-address/edit-address/x",
    "profile",
    "profile/change-password",
    "preferences",
    "information/privacy",
    "my-wallet",
    "loyalty-points",
    "my-orders",
    "my-orders/x",
    "my-orders/x/invoice",
    "my-favourites",
    "referral-program",
    "my-orders/return/x",
    "return-orders",
    "return-orders/x",
    "my-orders/rate/x",
    "contact-us",
    "support",
    "support/x",
  ].map((one) => `/account/${one}`),
  "/preferences",
  "/information/terms",
  "/contact-us",
];

/** The bundle with React's own renderer in it. */
async function asReact(): Promise<(state: object) => string> {
  const out = test.info().outputPath("server");
  const vite = path.join(
    path.dirname(createRequire(`${web}/package.json`).resolve("vite/package.json")),
    "bin/vite.js",
  );
  execFileSync(
    process.execPath,
    [vite, "build", "--mode", "server-as-react", "--outDir", out, "--logLevel", "warn"],
    { cwd: web, stdio: "inherit" },
  );
  runInThisContext(readFileSync(path.join(out, "server.js"), "utf8"));
  // Its pages are loaded by promises.
  await new Promise((resolve) => setImmediate(resolve));
  const { wekala } = globalThis as unknown as { wekala: { render: (json: string) => string } };
  return (state) => {
    const page = wekala.render(JSON.stringify(state));
    // Marks of view transitions, which only pages that come in parts need.
    return page.slice(page.indexOf("\n") + 1).replace(/ vt-[a-z]+="[^"]*"/g, "");
  };
}

test("every page is drawn as React draws it", {
  tag: "@en-desktop",
}, async ({ request, baseURL }) => {
  const draw = await asReact();
  const blogs = await (await request.get("/en/blogs")).text();
  const article = /href="\/en(\/blogs\/[^"?]+)"/.exec(blogs)?.[1];
  expect(article).toBeTruthy();
  for (const one of [...pages, article ?? ""]) {
    for (const lang of ["en", "ar"]) {
      for (const cookies of [
        "",
        `district_id=${maadi.district}; figures=latn; selectedCurrency=USD`,
      ]) {
        const answer = await request.get(`${baseURL}/${lang}${one}`, {
          headers: { cookie: cookies },
        });
        const page = await answer.text();
        const what = `/${lang}${one} ${cookies}`;
        const state = /<script type="application\/json" id="state"[^>]*>(.*?)<\/script>/s.exec(
          page,
        );
        const root = /<div id="root">(.*)<\/div><script type="application\/json" id="state"/s.exec(
          page,
        );
        const known = JSON.parse(state?.[1] ?? "{}") as { rendered?: boolean };
        expect(known.rendered, what).toBe(true);
        const expected = draw(known);
        const preloads = /^(?:<link [^>]*>)*/.exec(expected)?.[0] ?? "";
        expect(root?.[1] === expected.slice(preloads.length), `${what}: the page`).toBe(true);
        expect(page.includes(preloads), `${what}: its preloads`).toBe(true);
      }
    }
  }
});
