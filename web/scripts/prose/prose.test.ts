import { expect, test } from "vitest";
import { lint } from "./english.mjs";

// Sentences as this code base had them, with the rule that each breaks.
const dialect: [rule: string, sentence: string][] = [
  ["clause-as-subject", "What ended goes once an hour."],
  ["clause-as-subject", "Who does not follow the catalogue's changes forgets all."],
  ["clause-as-subject", "Whoever signs out everywhere else has lost one, or thinks they have."],
  ["clause-as-subject", "What is declared incompletely does not start."],
  ["clause-as-subject", "How much waits to be read has a bound."],
  ["clause-as-subject", "Whose was written first wins."],
  ["clause-as-subject", "But what a branch sells nobody else changes."],
  ["pronoun-with-clause", "The link lets in the one who has it."],
  ["pronoun-with-clause", "It goes to somebody who works for all branches."],
  ["pronoun-with-clause", "The total is that which was shown."],
  ["says-so", "An order that will be late says so."],
  ["says-so", "The branch is closed, and the page told so."],
  ["stands-beside", "The old price stands beside the new one."],
  ["stands-beside", "Their names stand in the log."],
  ["stands-beside", "The guard stood before the write."],
  ["of-its-own", "Each store has a coupon of its own."],
  ["of-its-own", "Customers see lists of their own."],
  ["goes-along", "BEGIN travels along with the first statement."],
  ["goes-along", "The notes go along when an account is deleted."],
  ["is-told", "The customer is told the reason."],
  ["is-told", "The fee is said before the order."],
  ["looked-at", "Each price is looked at again at the checkout."],
  ["found-by", "An order is found by its number."],
  ["no-more", "A closed branch sells no more."],
  ["of-before", "Programs of before wrote no version."],
  ["inverted-so", "So does the wallet of a blocked customer."],
  ["becomes-of", "The run shows what became of each row."],
  ["is-to-be", "The change is to be repeated on the newest cart."],
  ["archaic", "The price is judged anew."],
  ["archaic", "It is kept lest two people pay."],
];

const plain = [
  "Sessions that ended are removed hourly.",
  "Clients that miss a change discard their cache.",
  "The check runs before the request body is decoded.",
  "Customers who sign out on all devices keep the current session.",
  "Orders that will be late show a notice.",
  "The previous price is displayed next to the new one.",
  "Each store has its own coupons.",
  "BEGIN is sent with the first statement.",
  "Deleting an account also deletes its notes.",
  "The response contains the reason.",
  "The price is checked again at the checkout.",
  "Staff can search for an order by its number.",
  "Closed branches no longer sell.",
  "Earlier releases did not write a version.",
  "The wallet of a blocked customer is frozen too.",
  "The run lists the outcome of each row.",
  "Callers must retry the change with the current cart.",
  "Prices are recalculated after each change.",
  "A second payment is rejected because the key is already claimed.",
  "Batch returns the guard of the first statement that changed no row.",
  "What happens if two people buy the last item?",
  "A branch may have no more than ten zones.",
  "The limit applies to networks, so one household cannot block another.",
  "PostgreSQL sends all statements in one round trip.",
  "Rounding is paid by the party that collects the cash.",
  "The index stores folded names: accents and case are ignored.",
  "Retries are safe, since the statement is idempotent.",
  "It took two attempts to reproduce the race.",
  "The lock prevents a customer from leaving while an order is written.",
  "Use the console to approve a pending price.",
];

const found = async (text: string, file: string) =>
  (await lint(text, file)).map((one: { ruleId: string }) => one.ruleId);

test("thirty sentences of the dialect are found, in documents and in comments", async () => {
  expect(dialect).toHaveLength(30);
  for (const [rule, sentence] of dialect) {
    expect(await found(`# A title\n\n${sentence}\n`, "a.md"), sentence).toEqual([rule]);
    expect(await found(`package a\n\n// ${sentence}\nvar a = 1\n`, "a.go"), sentence).toEqual([
      rule,
    ]);
  }
});

test("thirty plain sentences pass", async () => {
  expect(plain).toHaveLength(30);
  for (const sentence of plain) {
    expect(await found(`# A title\n\n- ${sentence}\n`, "a.md"), sentence).toEqual([]);
    expect(await found(`/** ${sentence} */\nconst a = 1;\n`, "a.ts"), sentence).toEqual([]);
  }
});

test("comments have three lines at most, package comments more", async () => {
  const lines = (n: number) => "// One line.\n".repeat(n);
  expect(await found(`package a\n\n${lines(3)}var a = 1\n`, "a.go")).toEqual([]);
  expect(await found(`package a\n\n${lines(4)}var a = 1\n`, "a.go")).toEqual(["long-comment"]);
  expect(await found(`${lines(9)}package a\n`, "a.go")).toEqual([]);
  expect(await found(`package a\n\nvar a = "// What is no comment."\n`, "a.go")).toEqual([]);
});

test("code and headings are no sentences", async () => {
  const text =
    "# What a cart is\n\nThe field `what became of it` holds a number.\n\n```\nWhat is this.\n```\n";
  expect(await found(text, "a.md")).toEqual([]);
});

test("a sentence is found where it is", async () => {
  const [one] = await lint(
    "package a\n\n// Good.\nvar a = 1\n\n// What is left goes.\nvar b = 2\n",
    "a.go",
  );
  expect(one).toMatchObject({ ruleId: "clause-as-subject", line: 6 });
});
