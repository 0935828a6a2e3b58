import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { createI18n } from "../lib/i18n";
import { TextsProvider } from "../lib/translation";
import errors from "../locales/en/errors.json";
import { ApiError, NoResponseError } from "./errors";
import { useAction } from "./useAction";
import { useTryKey } from "./useTryKey";

const texts = createI18n("en", "latn", { errors });
const begin = () =>
  renderHook(() => useAction(), {
    wrapper: ({ children }) => <TextsProvider i18n={texts}>{children}</TextsProvider>,
  }).result;
const refusal = new ApiError({
  status: 422,
  body: { message: "No.", errors: { name: ["Too short"] } },
  toastSuppressed: true,
});

test("it is busy while it runs, and a second press does nothing", async () => {
  const action = begin();
  let finish = () => {};
  let times = 0;
  const work = () => {
    times++;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  };
  let first: Promise<boolean> = Promise.resolve(false);
  let second: Promise<boolean> = Promise.resolve(true);
  act(() => {
    first = action.current.run(work);
    second = action.current.run(work);
  });
  expect(action.current.busy).toBe(true);
  await act(async () => finish());
  expect(await first).toBe(true);
  expect(await second).toBe(false);
  expect(times).toBe(1);
  expect(action.current.busy).toBe(false);
});

test("a failure is told in place, beside its field, until the next try or until it is forgotten", async () => {
  const action = begin();
  const told: unknown[] = [];
  await act(async () => {
    await action.current.run(() => Promise.reject(refusal), {
      failed: (error) => told.push(error),
    });
  });
  expect(action.current.busy).toBe(false);
  expect(action.current.problem).toBe("Too short");
  expect(action.current.errorOf("name")).toBe("Too short");
  expect(action.current.errorOf("phone")).toBeUndefined();
  expect(told).toEqual([refusal]);
  act(() => action.current.forget());
  expect(action.current.problem).toBeNull();
  await act(async () => {
    await action.current.run(() => Promise.reject(refusal));
    await action.current.run(async () => {});
  });
  expect(action.current.failure).toBeNull();
});

test("what leads away stays busy after success, and not after a failure", async () => {
  const action = begin();
  await act(async () => {
    await action.current.run(() => Promise.reject(refusal), { leaves: true });
  });
  expect(action.current.busy).toBe(false);
  await act(async () => {
    await action.current.run(async () => {}, { leaves: true });
  });
  expect(action.current.busy).toBe(true);
});

test("a key stays with its body until there is an answer", () => {
  const { current: keys } = renderHook(() => useTryKey()).result;
  const first = keys.of({ points: 100 });
  expect(keys.of({ points: 100 })).toBe(first);
  keys.answered(new NoResponseError());
  keys.answered(new ApiError({ status: 502 }));
  expect(keys.of({ points: 100 })).toBe(first);
  expect(keys.of({ points: 200 })).not.toBe(first);
  const second = keys.of({ points: 200 });
  keys.answered(new ApiError({ status: 422 }));
  const third = keys.of({ points: 200 });
  expect(third).not.toBe(second);
  keys.answered();
  expect(keys.of({ points: 200 })).not.toBe(third);
});
