import { afterEach, expect, test } from "vitest";
import { ApiError, isAnswer, NoResponseError } from "../../../api/errors";
import { newKey } from "../../../lib/newKey";
import type { PlaceBody } from "./api";
import { attemptFor, closeAttempt, openAttempt } from "./attempt";
import { emptyDraft } from "./model";
import { firstDraft, forgetDraft, keepDraft } from "./useDraft";

const body: PlaceBody = {
  service_id: "svc",
  address_id: "adr_1",
  payment_method: "cod",
  accept_terms: true,
  expected_total: 135,
};

afterEach(() => sessionStorage.clear());

test("the same order keeps its key until it is answered", () => {
  const first = attemptFor(body);
  expect(attemptFor({ ...body })).toEqual(first);
  expect(openAttempt("svc")).toEqual(first);
  closeAttempt("svc");
  expect(openAttempt("svc")).toBeNull();
  expect(attemptFor(body).key).not.toBe(first.key);
});

test("the promise moves on by itself: it is the same order", () => {
  const first = attemptFor({ ...body, promised_at: "2026-11-20T10:30:00Z" });
  expect(attemptFor({ ...body, promised_at: "2026-11-20T10:31:00Z" })).toEqual(first);
});

test("another order is another try", () => {
  const first = attemptFor(body);
  expect(attemptFor({ ...body, expected_total: 140 }).key).not.toBe(first.key);
  expect(attemptFor({ ...body, service_id: "other" }).key).not.toBe(first.key);
});

test("a foreign value in the storage is no try", () => {
  sessionStorage.setItem("checkout_attempt:svc", '{"key": 1}');
  expect(openAttempt("svc")).toBeNull();
  sessionStorage.setItem("checkout_attempt:svc", "{");
  expect(openAttempt("svc")).toBeNull();
});

test("keys are long and never the same", () => {
  expect(newKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newKey()).not.toBe(newKey());
});

test("knows what is an answer", () => {
  const refusal = (status: number, code = "") => new ApiError({ status, body: { code } });
  expect(isAnswer(new NoResponseError())).toBe(false);
  expect(isAnswer(refusal(503))).toBe(false);
  expect(isAnswer(refusal(400, "payment_failed"))).toBe(false);
  expect(isAnswer(refusal(400, "price_changed"))).toBe(true);
  expect(isAnswer(refusal(409, "already_ordered"))).toBe(true);
  expect(isAnswer(refusal(422))).toBe(true);
});

test("what was typed comes back, unless another address was chosen meanwhile", () => {
  const draft = { ...emptyDraft, address: "adr_1", note: "bell", slot: "s1" };
  keepDraft("svc", draft, "adr_1");
  expect(firstDraft("svc", "adr_1")).toEqual(draft);
  expect(firstDraft("svc", "adr_2")).toEqual({ ...draft, address: "adr_2" });
  expect(firstDraft("other", "adr_2")).toEqual({ ...emptyDraft, address: "adr_2" });
  forgetDraft("svc");
  expect(firstDraft("svc", "")).toEqual(emptyDraft);
});
