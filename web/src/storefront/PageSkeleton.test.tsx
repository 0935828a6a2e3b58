import { expect, test } from "vitest";
import { shapeOf } from "./PageSkeleton";

test.each([
  ["/products/rice", "thing"],
  ["/cart", "rows"],
  ["/account/my-orders/ord_1", "rows"],
  ["/information/terms", "words"],
  ["/blogs/ramadan", "words"],
  ["/blogs", "tiles"],
  ["/home", "tiles"],
  ["/branches/bakala-dokki", "tiles"],
])("what stands for %s is shaped like it: %s", (path, shape) => {
  expect(shapeOf(path)).toBe(shape);
});
