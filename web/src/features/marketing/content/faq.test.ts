import { expect, test } from "vitest";
import { answering, countOf, groupsOf } from "./faq";

const groups = groupsOf(
  "<h2>الدفع</h2><h3>هل يمكنني الدفع نقدًا؟</h3><p>نعم، عند الاستلام.</p><h3>هل تقبلون البطاقات؟</h3><p>نعم.</p>" +
    "<h2>Returns</h2><h3>Can I return it?</h3><p>Within 14 days.</p>",
);
const found = (text: string) => countOf(answering(groups, text));

test("a word finds what is said in another for the same thing", () => {
  for (const word of ["كاش", "الكاش", "فلوس", "cash"]) expect(found(word), word).toBe(2);
  expect(found("إرجاع")).toBe(1);
  expect(found("فيزا")).toBe(1);
});

test("every word has to be there, and one that nobody said finds nothing", () => {
  expect(found("كاش الاستلام")).toBe(1);
  expect(found("aeroplane")).toBe(0);
  expect(found(" ")).toBe(3);
});
