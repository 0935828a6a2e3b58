import { readdirSync, readFileSync } from "node:fs";
import office from "virtual:shapes/console";
import open from "virtual:shapes/public";
import shop from "virtual:shapes/shop";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { trusting } from "../testing/reader";
import { type ClientConfig, configureClient, send } from "./client";
import { decode, type Shapes, shapesFor } from "./decode";
import { errorText, NoDataError } from "./errors";
import type { Method } from "./operations";

const operations = [open, shop, office].flatMap((shapes) =>
  Object.entries(shapes.operations).map(([operation, type]) => ({ operation, type, shapes })),
);

/** A minimal value of a type; lists and maps have one element each. */
function sampleOf(shapes: Shapes, type: string, depth = 0): unknown {
  const rest = type.slice(1);
  const kinds: Record<string, () => unknown> = {
    "*": () => "anything",
    "?": () => (depth > 6 ? null : sampleOf(shapes, rest, depth)),
    s: () => "",
    n: () => 0,
    x: () => 0,
    b: () => false,
    "[": () => (depth > 6 ? [] : [sampleOf(shapes, rest, depth + 1)]),
    "{": () => (depth > 6 ? {} : { one: sampleOf(shapes, rest, depth + 1) }),
  };
  const known = kinds[type[0] ?? ""];
  if (known) return known();
  const fields = shapes.objects[Number(type)]?.split(",").filter(Boolean) ?? [];
  return Object.fromEntries(
    fields.map((field) => {
      const [name = "", held = ""] = field.split(":");
      return [name.replace("?", ""), sampleOf(shapes, held, depth + 1)];
    }),
  );
}

/** A value of another type than a good one. */
const wrongFor = (good: unknown) =>
  typeof good === "string" || typeof good === "number" ? true : "wrong";

/** All variants of a good answer that are wrong in one place, except where any value is allowed. */
function spoiled(good: unknown): unknown[] {
  // A sample ends with null; the type it stands for is tested at a higher level.
  if (good === "anything" || good === null) return [];
  if (typeof good !== "object") return [wrongFor(good)];
  const inside = Object.entries(good).flatMap(([name, held]) =>
    spoiled(held).map((one) =>
      Array.isArray(good) ? good.with(Number(name), one) : { ...good, [name]: one },
    ),
  );
  return [wrongFor(good), ...inside];
}

const html = "<!doctype html><title>Welcome to our hotel</title>";
const hostile = [html, "", "null", "[]", "{}", '{"response":null}', '{"response":{}}'];

const strict: ClientConfig["reader"] = async (operation) =>
  (await import("./reader")).readerOf(operation);

beforeAll(() => configureClient({ reader: strict }));
afterAll(() => configureClient({ reader: trusting }));
afterEach(() => vi.unstubAllGlobals());

const words = (error: unknown) => errorText(error, (key) => key);

describe.each(operations)("$operation", ({ operation, type, shapes }) => {
  const [method = "", path = ""] = operation.split(" ");
  const good = sampleOf(shapes, type);

  async function answered(body: string): Promise<unknown> {
    vi.stubGlobal("fetch", async () => new Response(body));
    return send(method as Method, path, path, {}).catch((error) => error);
  }

  test("what it answers is taken", async () => {
    expect(await answered(JSON.stringify(good))).toHaveProperty("message");
  });

  test("a 200 that is not its answer is a failure with the catalogue's words", async () => {
    for (const body of hostile) {
      const error = await answered(body);
      expect([body, error]).toEqual([body, expect.any(NoDataError)]);
      expect(words(error)).toBe("errors:unknown");
    }
  });

  test("a wrong type in any place is a failure", async () => {
    for (const one of spoiled(good)) {
      expect(() => decode(shapes, operation, JSON.stringify(one)), JSON.stringify(one)).toThrow(
        NoDataError,
      );
    }
  });
});

test("fields of tomorrow are let through, and those that may be absent may be", async () => {
  const named = operations.find(({ operation }) => operation === "GET /districts");
  const good = sampleOf(open, named?.type ?? "") as { response: { data: object[] } };
  const more = { ...good, response: { ...good.response, more: 1 } };
  expect(decode(open, "GET /districts", JSON.stringify(more))).toEqual(more);
});

test("every operation has its shape in one group, which its requests wait for", async () => {
  for (const { operation, shapes } of operations) expect(await shapesFor(operation)).toBe(shapes);
  // A first visit requests this one; the other groups would make it heavier.
  expect(Object.keys(open.operations)).toContain("GET /districts");
  expect(Object.keys(shop.operations)).toContain("GET /get_card");
  expect(await shapesFor("GET /nothing").then((shapes) => shapes.operations)).toBe(shop.operations);
});

test("every operation that the web names has its shape", () => {
  // Streams and files have no shape; nor do paths that appear only as part of another.
  const described = new Set(operations.map(({ operation }) => operation.split(" ")[1]));
  const text = readFileSync("../api/openapi.yaml", "utf8");
  const all = [...text.matchAll(/^ {2}(\/\S+):$/gm)].map(([, path = ""]) => path);
  const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|schema\.d/.test(name))
    .map((name) => readFileSync(`src/${name}`, "utf8"))
    .join("\n");
  const used = all.filter((path) => sources.includes(`"${path}"`));
  expect(used.length).toBeGreaterThan(200);
  const files = [
    "/console/export",
    "/console/orders/events",
    "/console/orders/file",
    "/orders/{id}/events",
  ];
  expect(
    used.filter((path) => !described.has(path)).filter((path) => !files.includes(path)),
  ).toEqual([]);
});
