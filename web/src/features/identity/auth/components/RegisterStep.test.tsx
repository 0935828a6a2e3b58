import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import { RegisterStep } from "./RegisterStep";

afterEach(() => vi.unstubAllGlobals());

test("a name has 2 to 60 letters, as the server says it", async () => {
  const calls = mockApi({ "POST /user/register-by-otp": { token: "t", user: null } });
  const done = vi.fn();
  renderShop(<RegisterStep ticket="tkt" onExpired={() => {}} onDone={done} />, {
    scope: { session: "" },
  });
  const name = screen.getByLabelText<HTMLInputElement>(/name/i);
  const send = () => fireEvent.submit(name.form as HTMLFormElement);
  fireEvent.change(name, { target: { value: "م".repeat(61) } });
  send();
  expect(await screen.findByText("Too long! The maximum character is 60")).toBeTruthy();
  fireEvent.change(name, { target: { value: "م" } });
  send();
  expect(await screen.findByText("Too Short! The minimum character is 2")).toBeTruthy();
  expect(calls).toEqual([]);
  fireEvent.change(name, { target: { value: ` ${"م".repeat(60)} ` } });
  send();
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  expect(calls[0]?.body).toMatchObject({ name: "م".repeat(60) });
});
