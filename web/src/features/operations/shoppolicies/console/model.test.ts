import { expect, test } from "vitest";
import { type Rules, rulesBody, rulesDraft, withException } from "./model";

const saved: Rules = {
  currency: "EGP",
  worth: 5,
  life_days: 365,
  nudge_days: 14,
  least_convert: 100,
  as_new_days: 14,
  defective_days: 30,
  exceptions: [
    {
      target: "category",
      slug: "fresh-produce",
      name: "Produce",
      as_new_hours: 0,
      defective_hours: 24,
      kind: "perishable",
    },
  ],
  hold_minutes: 15,
  tip_most: 1000,
  top_up_least: 10,
  top_up_most: 5000,
  confirm_first: 0,
  confirm_lost: 0,
  cash_step: 0,
  version: 3,
};

test("what was read is sent as it was, from its version", () => {
  const body = rulesBody(rulesDraft(saved), saved.version);
  expect(body).toMatchObject({ worth: "5", as_new_days: "14", confirm_first: "0", version: 3 });
  expect(body.exceptions).toEqual([
    {
      target: "category",
      slug: "fresh-produce",
      as_new_hours: "0",
      defective_hours: "24",
      kind: "perishable",
    },
  ]);
});

test("an empty figure is sent as none that may be, never as zero", () => {
  const body = rulesBody({ ...rulesDraft(saved), confirm_first: " ", as_new_days: "" }, 3);
  expect(body).toMatchObject({ confirm_first: "-1", as_new_days: "-1" });
});

test("a new exception is about nothing yet, and each keeps its row", () => {
  const two = withException(withException(rulesDraft(saved).exceptions));
  expect(two.map(({ key }) => key)).toEqual([0, 1, 2]);
  expect(rulesBody({ ...rulesDraft(saved), exceptions: two }, 3).exceptions[2]?.slug).toBe("");
});
