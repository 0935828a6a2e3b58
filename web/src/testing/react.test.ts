import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { sources } from "./sources";

const web = resolve(__dirname, "../..");
const read = (file: string) => readFileSync(resolve(web, file), "utf8");

const parts = JSON.parse(read("unused-react.json")) as {
  what: string;
  sign: string;
  functions: string[];
}[];

// The server's renderer uses names of React's functions without React itself.
const ours = sources()
  .filter(({ name }) => !name.startsWith("storefront/render/"))
  .map(({ name, file }) => ({ name, text: file.text }));

const packages = ["react-aria", "react-aria-components", "react-stately"].flatMap((name) => {
  const folder = `node_modules/${name}/dist/private`;
  return readdirSync(resolve(web, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".mjs"))
    .map((file) => ({ name: `${folder}/${file}`, text: read(`${folder}/${file}`) }))
    .map(({ name, text }) => ({ name, text: text.replace(/^\s*(?:\/\/|\*).*$/gm, "") }));
});

test.each(parts)("nobody uses what the build takes out of React: $what", ({ sign }) => {
  expect(packages.length).toBeGreaterThan(100);
  const used = new RegExp(sign);
  const found = [...ours, ...packages].filter(({ text }) => used.test(text));
  expect(found.map(({ name }) => name)).toEqual([]);
});

test("React has what the build takes out of it", () => {
  const react = read("node_modules/react-dom/cjs/react-dom-client.production.js");
  const names = parts.flatMap(({ functions }) => functions);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !react.includes(`\nfunction ${name}(`))).toEqual([]);
});
