import { expect, test } from "vitest";
import { localNames, writeLocal } from "../../../lib/local";
import { keepSearch, recentSearches } from "./recent";

test("the last five searches are kept, the newest first and each once", () => {
  for (const words of ["a", "b", "c", "d", "e", "f", "b"]) keepSearch(words);
  expect(recentSearches()).toEqual(["b", "f", "e", "d", "c"]);
});

test("what is not ours in storage is no search", () => {
  writeLocal(localNames.searches, "{");
  expect(recentSearches()).toEqual([]);
  writeLocal(localNames.searches, '[1,"milk"]');
  expect(recentSearches()).toEqual(["milk"]);
});
