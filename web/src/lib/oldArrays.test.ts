import { expect, test } from "vitest";
import { copying } from "./oldArrays";

const list = [3, 1, 2];

test("what older browsers lack does what newer ones do, and leaves the list alone", () => {
  expect(copying.toReversed.call(list)).toEqual(list.toReversed());
  expect(copying.toSorted.call(list)).toEqual(list.toSorted());
  const down = (a: unknown, b: unknown) => Number(b) - Number(a);
  expect(copying.toSorted.call(list, down)).toEqual([3, 2, 1]);
  expect(copying.toSpliced.call(list, 1, 1, 7, 8)).toEqual(list.toSpliced(1, 1, 7, 8));
  expect(copying.with.call(list, -1, 9)).toEqual(list.with(-1, 9));
  expect(() => copying.with.call(list, 3, 9)).toThrow(RangeError);
  expect(list).toEqual([3, 1, 2]);
});
