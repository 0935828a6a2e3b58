import { expect, test } from "vitest";
import { endStaffSession, leaveStaffSession, staffToken, startStaffSession } from "./staffSession";
import { readTab, tabNames, writeTab } from "./tab";

function work(): void {
  writeTab(tabNames.formDraft, '{"title":"New"}', "page:terms");
  writeTab(tabNames.picked, '["l1"]', "ord_1");
  writeTab(tabNames.returnDraft, "{}", "ord_1");
}

const left = () => [readTab(tabNames.formDraft, "page:terms"), readTab(tabNames.picked, "ord_1")];

test("a session that ran out: the same person goes on, another one meets nothing", () => {
  startStaffSession("t1", "stf_1");
  work();
  endStaffSession();
  startStaffSession("t2", "stf_1");
  expect(left()).toEqual(['{"title":"New"}', '["l1"]']);
  endStaffSession();
  startStaffSession("t3", "stf_2");
  expect(left()).toEqual([null, null]);
});

test("signing out clears what was typed and ticked, and nothing of the customer's", () => {
  startStaffSession("t1", "stf_1");
  work();
  leaveStaffSession();
  expect(left()).toEqual([null, null]);
  expect(readTab(tabNames.returnDraft, "ord_1")).toBe("{}");
  expect(staffToken.get()).toBeNull();
});
