import { describe, expect, test } from "vitest";
import { added, chosenOf, type Group, missing, picksOf, presets, roomFor, set } from "./model";

const extra = (id: string, price = 0, most = 1, preset = 0, available = true) => ({
  id,
  name: id,
  price,
  most,
  preset,
  available,
});
const bread: Group = {
  id: "bread",
  name: "Bread",
  least: 1,
  most: 1,
  extras: [extra("rye", 0, 1, 1, false), extra("baladi", 0, 1, 1), extra("brioche", 5)],
};
const more: Group = {
  id: "more",
  name: "More",
  least: 0,
  most: 3,
  extras: [extra("cheese", 10.1, 2), extra("egg", 7, 3)],
};
const groups = [bread, more];
const [, baladi, brioche] = bread.extras as [never, Group["extras"][0], Group["extras"][0]];
const [cheese, egg] = more.extras as [Group["extras"][0], Group["extras"][0]];

describe("choosing extras", () => {
  test("begins with what is preset and not sold out", () => {
    expect(presets(groups)).toEqual({ baladi: 1 });
    expect(missing(groups, presets(groups))).toBeUndefined();
    expect(missing(groups, {})).toBe(bread);
  });
  test("one of a group takes another's place", () => {
    expect(set(bread, brioche, { baladi: 1, egg: 1 }, 1)).toEqual({ brioche: 1, egg: 1 });
    expect(set(bread, baladi, { baladi: 1 }, 0)).toEqual({});
  });
  test("no more than its own most, nor its group's", () => {
    expect(set(more, cheese, {}, 5)).toEqual({ cheese: 2 });
    expect(roomFor(more, egg, { cheese: 2 })).toBe(1);
    expect(set(more, egg, { cheese: 2 }, 3)).toEqual({ cheese: 2, egg: 1 });
    expect(roomFor(bread, bread.extras[0] as Group["extras"][0], {})).toBe(0);
  });
  test("adds up, without a float's crumbs", () => {
    expect(added(groups, { cheese: 2, egg: 1, brioche: 1 })).toBe(32.2);
    expect(picksOf({ cheese: 2, egg: 0 })).toEqual([{ id: "cheese", qty: 2 }]);
  });
  test("takes from a line what is still offered", () => {
    expect(
      chosenOf(groups, [
        { id: "rye", qty: 1 },
        { id: "cheese", qty: 9 },
        { id: "gone", qty: 1 },
      ]),
    ).toEqual({ cheese: 2 });
  });
});
