// Lighthouse's mobile profile against a running shop; started by
// scripts/lighthouse.sh. Prints the median of the runs as a table.
// Usage: node e2e/lighthouse.mjs URL [runs] [page…]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const { default: lighthouse } = await import(
  pathToFileURL(path.join(root, "web/node_modules/lighthouse/core/index.js")).href
);

const [origin, count = "5", ...only] = process.argv.slice(2);
const runs = Number(count);
const pages = {
  home: "/home",
  listing: "/branches-results?service_id=grocery",
  branch: "/branches/souq-ganayen-maadi",
  product: "/products/mango-nectar",
};

/** A Chromium of our own with an empty profile, so that no run finds what another left. */
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

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const rows = [];
const remarks = new Set();
for (const [name, address] of Object.entries(pages)) {
  for (const lang of ["en", "ar"]) {
    if (only.length > 0 && !only.includes(name)) continue;
    const found = [];
    for (let run = 0; run < runs; run++) {
      const result = await browser((port) =>
        lighthouse(`${origin}/${lang}${address}`, { port, output: "json", logLevel: "silent" }),
      );
      const { categories, audits } = result.lhr;
      found.push({
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
      for (const category of ["accessibility", "best-practices", "seo"]) {
        for (const { id, weight } of categories[category].auditRefs) {
          if (weight > 0 && audits[id].score !== null && audits[id].score < 1)
            remarks.add(`${name} ${lang}: ${category}: ${audits[id].title}`);
        }
      }
    }
    const row = { page: name, lang };
    for (const key of Object.keys(found[0]))
      row[key] = Math.round(median(found.map((one) => one[key])) * 100) / 100;
    rows.push(row);
    console.log(`${name} ${lang}: ${JSON.stringify(row)}`);
  }
}
console.table(rows);
for (const remark of remarks) console.log(remark);
