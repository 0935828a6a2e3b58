// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.resolve(__dirname, "../../../internal/demo/data/images");
const generator = path.resolve(__dirname, "../../scripts/pictures/all.mjs");

test("the demo's pictures are what their generator draws, the same at every run", async () => {
  const { drawAll } = (await import(/* @vite-ignore */ generator)) as {
    drawAll: () => Map<string, string>;
  };
  const first = drawAll();
  const kept = readdirSync(folder).filter((file) => file.endsWith(".svg"));
  expect(kept.sort()).toEqual([...first.keys()].map((name) => `${name}.svg`).sort());
  const stale = [...first].filter(
    ([name, svg]) => readFileSync(path.join(folder, `${name}.svg`), "utf8") !== svg,
  );
  expect(stale.map(([name]) => name)).toEqual([]);
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
