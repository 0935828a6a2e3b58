import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("src/ui/theme.css", "utf8");

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** A colour blended over another with the given opacity. */
function over(one: string, share: number, ground: string): string {
  const parts = [1, 3, 5].map((at) => {
    const [top, below] = [one, ground].map((c) => Number.parseInt(c.slice(at, at + 2), 16));
    return Math.round((top ?? 0) * share + (below ?? 0) * (1 - share));
  });
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

test("in dark mode grounds of pictures stand out from their card, and all goods from the ground", () => {
  const dark = css.slice(css.indexOf("prefers-color-scheme: dark"));
  const card = /--color-card: (#\w{6})/.exec(dark)?.[1] ?? "";
  const [rim = "", share = ""] =
    /drop-shadow\(0 0 1\.5px rgb\(([\d ]+) \/ ([\d.]+)\)/.exec(dark)?.slice(1) ?? [];
  const light = `#${rim
    .split(" ")
    .filter(Boolean)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;
  const grounds = [
    ...dark.matchAll(/--color-tint-\w+: (#\w{6})/g),
    ...dark.matchAll(/\.picture \{\s*--color-tint: (#\w{6})/g),
  ].map(([, ground = ""]) => ground);
  expect(grounds).toHaveLength(7);
  for (const ground of grounds) {
    expect(contrast(ground, card), `${ground} on the card`).toBeGreaterThanOrEqual(1.35);
    // Paper and milk, with the heart over them.
    for (const goods of ["#ffffff", "#FFFDF8", "#eef3ef"]) {
      expect(contrast(goods, ground), `${goods} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
    // Headphones, bottles and outlines are dark and contrast by the rim around them.
    const edge = over(light, Number(share), ground);
    expect(contrast(edge, ground), `the rim on ${ground}`).toBeGreaterThanOrEqual(3);
    for (const goods of ["#22303A", "#2a1608", "#2B130B"]) {
      expect(contrast(edge, goods), `${goods} in its rim`).toBeGreaterThanOrEqual(3);
    }
  }
});

test("text can be read on the brand's ground, where banners stand", () => {
  const of = (name: string) =>
    [...css.matchAll(new RegExp(`--color-${name}: (#\\w{6})`, "g"))].map(([, one = ""]) => one);
  const [grounds, texts] = [of("go"), of("on-go")];
  expect([grounds.length, texts.length]).toEqual([2, 2]);
  for (const [place, ground] of grounds.entries())
    expect(contrast(texts[place] ?? "", ground), ground).toBeGreaterThanOrEqual(4.5);
});

test("the shop's own colour changes no colour of states", () => {
  const owned = [...css.matchAll(/--color-(good[\w-]*): (#\w{6})/g)].map(([, name]) => name);
  expect(owned).toEqual(["good", "good-soft", "good-text", "good", "good-soft", "good-text"]);
  for (const tone of ["ui/Badge.tsx", "ui/Notice.tsx", "ui/Timeline.tsx"])
    expect(readFileSync(`src/${tone}`, "utf8")).not.toMatch(/\b(?:go-soft|go-text|ring-go)\b/);
});
