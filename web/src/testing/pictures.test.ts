// @vitest-environment node
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.resolve(__dirname, "../../../internal/operations/demo/data/images");
const generator = path.resolve(__dirname, "../../scripts/pictures/all.mjs");

test("the demo's pictures are what their generator draws, the same at every run", async () => {
  const { drawAll } = (await import(/* @vite-ignore */ generator)) as {
    drawAll: () => Map<string, string>;
  };
  const first = drawAll();
  const kept = readdirSync(folder).filter((file) => file.endsWith(".svg"));
  const [covers, drawings] = [true, false].map((cover) =>
    [...first].filter(([name]) => name.startsWith("cover-") === cover),
  ) as [[string, string][], [string, string][]];
  expect(kept.sort()).toEqual(drawings.map(([name]) => `${name}.svg`).sort());
  const stale = drawings.filter(
    ([name, svg]) => readFileSync(path.join(folder, `${name}.svg`), "utf8") !== svg,
  );
  expect(stale.map(([name]) => name)).toEqual([]);
  // Covers are raster images only; covers.json next to them has the digests of their drawings.
  const made = JSON.parse(readFileSync(path.resolve(generator, "../covers.json"), "utf8"));
  const digests = covers.map(([name, svg]) => [
    name,
    createHash("sha256").update(svg).digest("hex"),
  ]);
  expect(digests.length).toBeGreaterThan(10);
  expect(made).toEqual(Object.fromEntries(digests));
  expect([...drawAll()]).toEqual([...first]);
});

test("a drawing needs nothing from elsewhere: no text, script, picture or address in it", () => {
  for (const file of readdirSync(folder).filter((one) => one.endsWith(".svg"))) {
    const svg = readFileSync(path.join(folder, file), "utf8");
    expect(svg, file).not.toMatch(
      /<(text|script|image|foreignObject|style|a)\b|href|NaN|undefined/,
    );
    expect(svg.match(/https?:[^"]*/g), file).toEqual(["http://www.w3.org/2000/svg"]);
  }
});

test("the word on a clear bag stays within four fifths of it", async () => {
  const { clear } = (await import(
    /* @vite-ignore */ path.resolve(path.dirname(generator), "packs.mjs")
  )) as { clear: (of: Record<string, unknown>) => string };
  for (const say of ["عدس", "لسان عصفور", "كلمة طويلة جدًا جدًا"]) {
    const bag = { color: "#fff", inside: "", ink: "#010203", size: 46 };
    const drawn = clear({ ...bag, say });
    const word = /<path d="([^"]*)" fill="#010203"/.exec(drawn)?.[1] ?? "";
    const across = (word.match(/-?[\d.]+/g) ?? []).filter((_, at) => at % 2 === 0).map(Number);
    expect(across.length, say).toBeGreaterThan(10);
    // The bag is 132 wide, in the middle of 256.
    expect(Math.max(...across) - Math.min(...across), say).toBeLessThanOrEqual(0.82 * 132);
    expect(Math.abs(Math.max(...across) + Math.min(...across) - 256), say).toBeLessThan(2);
  }
});

test("a drawing's figures are of one kind", () => {
  const shelves = path.join(path.dirname(generator), "shop");
  const mixed = readdirSync(shelves).flatMap((file) =>
    // Each drawing begins with its name.
    readFileSync(path.join(shelves, file), "utf8")
      .split(/^ {2}(?="?[a-z][\w-]*"?: )/m)
      .filter((one) => {
        const written = one.match(/"[^"\n]*"/g)?.join(" ") ?? "";
        return /"\d+"/.test(written) && /[٠-٩]/.test(written);
      })
      .map((one) => one.slice(0, one.indexOf(":"))),
  );
  expect(mixed).toEqual([]);
});
