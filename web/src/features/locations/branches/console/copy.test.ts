import { expect, test } from "vitest";
import { noCopy, withCopy } from "./components/CopyFields";

const body = { store: "sto_1", name_en: "Second", delivery_minutes: "45" };

test("a new branch takes over what is chosen, and within its store alone what belongs to it", () => {
  expect(withCopy(body, noCopy, true)).toEqual(body);
  const copy = { ...noCopy, from: "br_1" };
  // Copied minutes are not sent: the server takes them from the other branch.
  expect(withCopy(body, copy, true)).toEqual({
    store: "sto_1",
    name_en: "Second",
    copy_from: "br_1",
    copy: ["hours", "delivery", "menus", "prices", "stock"],
  });
  expect(withCopy(body, copy, false).copy).toEqual(["hours", "delivery"]);
  expect(withCopy(body, { from: "br_1", parts: ["hours"] }, false)).toEqual({
    ...body,
    copy_from: "br_1",
    copy: ["hours"],
  });
  expect(withCopy(body, { from: "br_1", parts: [] }, true)).toEqual(body);
});
