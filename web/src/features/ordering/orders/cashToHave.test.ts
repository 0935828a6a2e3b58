import { expect, test } from "vitest";
import type { Format } from "../../../lib/useFormat";
import { aShopOrder } from "../../../testing/orders";
import { cashToHave } from "./cashToHave";

const t = ((key: string, of: object) => `${key} ${Object.values(of).join(" ")}`) as never;
const format = { money: (amount: number) => String(amount) } as Format;

test.each([
  [{ due: 135 }, "orders:pay_at_door 135"],
  [{ due: 135, change_for: 200 }, "orders:pay_at_door_change 200 65"],
  [{ due: 135, change_for: 135 }, "orders:pay_at_door 135"],
  // The customer's note is smaller than the amount that is due by now.
  [{ due: 250, change_for: 200 }, "orders:pay_at_door 250"],
  [{ due: 135, change_for: 200, fulfilment: "pickup" }, "orders:pay_at_counter_change 200 65"],
] as const)("%o: %s", (changes, said) => {
  expect(cashToHave(aShopOrder(changes), t, format)).toBe(said);
});
