import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, mockApi, refused, renderShop } from "../../../../testing/shop";
import page from "./tiles";

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const none = { url: "", by: "", variable: false, version: 0 };
const address = "https://maps.example/{z}/{x}/{y}.png";

function open(answers: Record<string, Answer>, is: Answer = none) {
  const calls = mockApi({
    "GET /console/me": { capabilities: ["settings.change"] },
    "GET /console/audit": [],
    "GET /console/tiles": is,
    ...answers,
  });
  renderShop(<page.Component />, { console: true, at: "/tiles" });
  return () => calls.filter(({ method }) => method !== "GET");
}

async function type(label: RegExp, value: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
}

test("an address is saved with who made the map", async () => {
  const sent = open({
    "PUT /console/tiles": { url: address, by: "© Somebody", variable: false, version: 1 },
  });
  expect(await screen.findByLabelText("Address of the pictures")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try it" })).toBeNull();
  await type(/Address/, address);
  await type(/Who made/, "© Somebody");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText(/Reload a page/);
  expect(sent()[0]?.body).toEqual({ url: address, by: "© Somebody", version: 0 });
});

test("what is wrong stands at its field, and what was typed stays", async () => {
  open({ "PUT /console/tiles": refused(422, { errors: { url: ["Start with https."] } }) });
  await type(/Address/, "http://maps.example");
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await screen.findByText("Start with https.");
  const input = screen.getByLabelText("Address of the pictures") as HTMLInputElement;
  expect(input.getAttribute("aria-invalid")).toBe("true");
  expect(input.value).toBe("http://maps.example");
});

test.each([
  [{ picture: "data:image/png;base64,AA==", problem: "" }, "This picture came from the address."],
  [{ picture: "", problem: "Check the key." }, "It didn't work. Check the key."],
])("an address is tried before it is saved", async (came, said) => {
  const sent = open({ "POST /console/tiles/try": came });
  await type(/Address/, address);
  fireEvent.click(await screen.findByRole("button", { name: "Try it" }));
  await screen.findByText(said);
  expect(sent()[0]?.body).toEqual({ url: address });
  await waitFor(() =>
    expect(screen.queryByRole("img", { name: "A piece of the map" }) !== null).toBe(
      came.picture !== "",
    ),
  );
});

test("what the server sets is told", async () => {
  open({}, { ...none, variable: true });
  await screen.findByText(/overrides what you enter here/);
});
