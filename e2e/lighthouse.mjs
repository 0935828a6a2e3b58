// Lighthouse's mobile profile against a running shop; started by scripts/lighthouse.sh. Prints the median of the runs
// as a table, together with Lighthouse's benchmark of the machine and, from the same run, a reference page on which
// React hydrates one button: the cost of a slow machine for any page.
// Usage: node e2e/lighthouse.mjs URL [runs] [page…]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const library = (file) => import(pathToFileURL(path.join(root, "web/node_modules", file)).href);
const { default: lighthouse } = await library("lighthouse/core/index.js");
const { build } = await library("vite/dist/node/index.js");

const [origin, count = "5", ...only] = process.argv.slice(2);
const runs = Number(count);
const pages = {
  home: "/home",
  listing: "/branches-results?service_id=grocery",
  branch: "/branches/souq-ganayen-maadi",
  product: "/products/mango-nectar",
};

/** A separate Chromium with an empty profile, so that no run is affected by an earlier one. */
async function browser(use) {
  const profile = mkdtempSync(path.join(tmpdir(), "wekala-lighthouse-"));
  const args = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
    "about:blank",
  ];
  const child = spawn(process.env.CHROMIUM ?? "chromium", args, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const port = await new Promise((found, failed) => {
      let said = "";
      child.stderr.on("data", (piece) => {
        said += piece;
        const line = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(said);
        if (line) found(Number(line[1]));
      });
      child.on("exit", () => failed(new Error(`Chromium ended: ${said}`)));
    });
    return await use(port);
  } finally {
    child.removeAllListeners("exit");
    await new Promise((gone) => {
      child.on("exit", gone);
      child.kill();
    });
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}

/** Serves the reference page that the shop's pages are compared with: one button, and the same React. */
async function reference() {
  const entry = "\0reference";
  const { output } = await build({
    root: path.join(root, "web"),
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "reference",
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry
            ? `import { createElement, useState } from "react";
import { hydrateRoot } from "react-dom/client";
function Count() {
  const [count, setCount] = useState(0);
  return createElement("button", { onClick: () => setCount(count + 1) }, count);
}
hydrateRoot(document.getElementById("root"), createElement(Count));`
            : undefined,
      },
    ],
    build: { write: false, rollupOptions: { input: entry } },
  });
  const script = brotliCompressSync(output[0].code);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="One button">
<link rel="icon" href="data:,"></head><body><main id="root"><button>0</button></main>
<script type="module" src="/script.js"></script></body></html>`;
  const server = createServer((request, response) => {
    if (request.url === "/script.js")
      response
        .writeHead(200, { "Content-Type": "text/javascript", "Content-Encoding": "br" })
        .end(script);
    else response.writeHead(200, { "Content-Type": "text/html" }).end(page);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return server;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const compared = await reference();
const visits = [
  { name: "reference", lang: "en", url: `http://127.0.0.1:${compared.address().port}/` },
  ...Object.entries(pages)
    .filter(([name]) => only.length === 0 || only.includes(name))
    .flatMap(([name, address]) =>
      ["en", "ar"].map((lang) => ({ name, lang, url: `${origin}/${lang}${address}` })),
    ),
];
const found = new Map(visits.map((visit) => [visit, []]));
const remarks = new Set();
// Alternately, so that a machine that becomes busy affects all of them alike.
for (let run = 0; run < runs; run++) {
  for (const visit of visits) {
    const result = await browser((port) =>
      lighthouse(visit.url, { port, output: "json", logLevel: "silent" }),
    );
    const { categories, audits, environment } = result.lhr;
    found.get(visit).push({
      index: environment.benchmarkIndex,
      performance: categories.performance.score * 100,
      accessibility: categories.accessibility.score * 100,
      "best practices": categories["best-practices"].score * 100,
      seo: categories.seo.score * 100,
      "LCP s": audits["largest-contentful-paint"].numericValue / 1000,
      CLS: audits["cumulative-layout-shift"].numericValue,
      "TBT ms": audits["total-blocking-time"].numericValue,
      "JS KB":
        (audits["network-requests"].details?.items ?? [])
          .filter((one) => one.resourceType === "Script")
          .reduce((sum, one) => sum + one.transferSize, 0) / 1024,
    });
    if (visit.name === "reference") continue;
    for (const category of ["accessibility", "best-practices", "seo"]) {
      for (const { id, weight } of categories[category].auditRefs) {
        if (weight > 0 && audits[id].score !== null && audits[id].score < 1)
          remarks.add(`${visit.name} ${visit.lang}: ${category}: ${audits[id].title}`);
      }
    }
  }
}
compared.close();
const rows = visits.map((visit) => {
  const row = { page: visit.name, lang: visit.lang };
  const all = found.get(visit);
  for (const key of Object.keys(all[0]))
    row[key] = Math.round(median(all.map((one) => one[key])) * 100) / 100;
  return row;
});
for (const row of rows) row["over reference ms"] = Math.round(row["TBT ms"] - rows[0]["TBT ms"]);
console.table(rows);
for (const remark of remarks) console.log(remark);
