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

test("in dark mode black goods and white ones stand out from the ground of their picture", () => {
  const grounds = [
    ...(/\.picture \{([^}]*)\}/.exec(css)?.[1] ?? "").matchAll(/--color-tint[\w-]*: (#\w{6})/g),
  ].map(([, ground = ""]) => ground);
  expect(grounds).toHaveLength(7);
  // What headphones, bottles and outlines are drawn with; paper and milk; the heart over it.
  for (const goods of ["#22303A", "#2a1608", "#2B130B", "#ffffff", "#FFFDF8", "#eef3ef"]) {
    for (const ground of grounds) {
      expect(contrast(goods, ground), `${goods} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});
