import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { cookieNames } from "../lib/cookies";
import { localNames } from "../lib/local";
import {
  cachesUntil,
  cookiesUntil,
  localUntil,
  namesOf,
  serverCookiesUntil,
  tabUntil,
} from "../lib/stored";
import { tabNames } from "../lib/tab";
import { sources } from "./sources";

/** docs/glossary.md lists the entries stored in a browser, and no others. */
const [, section = ""] = readFileSync(
  resolve(__dirname, "../../../docs/glossary.md"),
  "utf8",
).split("## Stored in the browser\n");
const named = [...section.matchAll(/`([A-Za-z_-]+\d*)(?:[:_]<[^`]*)?`/g)].map(
  ([, name]) => name ?? "",
);

const all = sources();
const textOf = (name: string) => all.find((one) => one.name === name)?.file.text ?? "";

test("the glossary names every entry of cookies, storage and caches", () => {
  const lists = [cookiesUntil, localUntil, tabUntil, cachesUntil, serverCookiesUntil].flatMap(
    (one) => Object.keys(one),
  );
  const stored = lists.map((name) => name.replace(/[:_]$/, ""));
  expect(stored.length).toBeGreaterThan(30);
  expect(stored.filter((name) => !named.includes(name))).toEqual([]);
  const values = ["en", "ar", "latn", "arab", "pending", "register", "device-id", "device-secret"];
  expect(named.filter((name) => !stored.includes(name) && !values.includes(name))).toEqual([]);
});

test("the list has every name there is, and the worker's caches", () => {
  expect(Object.keys(cookiesUntil).sort()).toEqual(Object.values(cookieNames).sort());
  expect(Object.keys(localUntil).sort()).toEqual(Object.values(localNames).sort());
  expect(Object.keys(tabUntil).sort()).toEqual(Object.values(tabNames).sort());
  const caches = [...textOf("worker/worker.ts").matchAll(/"(wekala-[a-z0-9-]+)"/g)].map(
    ([, name]) => name,
  );
  expect(Object.keys(cachesUntil).sort()).toEqual(caches.sort());
});

/** The only files that access the browser's storage, so that every entry is in the list. */
const keepers: Record<string, RegExp> = {
  "lib/cookies.ts": /document\.cookie/,
  "lib/local.ts": /localStorage/,
  "lib/tab.ts": /sessionStorage/,
  "worker/worker.ts": /\bcaches[.?]/,
};

test("nothing is kept past the list", () => {
  for (const [name, way] of Object.entries(keepers)) expect(textOf(name)).toMatch(way);
  const wrong = all
    .filter(({ name }) => !name.startsWith("testing/"))
    .filter(({ name, file }) =>
      [...Object.values(keepers), /indexedDB|cookieStore\.(get|set|delete)\(/].some(
        (way) => keepers[name] !== way && way.test(file.text),
      ),
    )
    .map(({ name }) => name);
  expect(wrong).toEqual([]);
});

test("what the specification has a logout clear goes with the session, what it needs stays", () => {
  const gone = namesOf(cookiesUntil, "session");
  for (const name of ["token", "address_id", "selected_address", "selected_service"])
    expect(gone).toContain(name);
  for (const name of ["service_name", "district_id", "wekala_user"]) expect(gone).toContain(name);
  expect(namesOf(cookiesUntil, "browser")).toContain("default_location");
  // A customer's input never has the lifetime "browser".
  expect(namesOf(tabUntil, "browser")).toEqual([]);
  expect(namesOf(localUntil, "browser")).toEqual([
    "device_id",
    "device_secret",
    "wekala_console_device",
    "referral_code",
  ]);
});
