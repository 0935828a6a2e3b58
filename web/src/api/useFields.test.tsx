import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, refused, renderShop } from "../testing/shop";
import { Failure } from "../ui/Failure";
import { TextInput } from "../ui/TextInput";
import { send } from "./client";
import { useFields } from "./useFields";

afterEach(() => vi.unstubAllGlobals());

function Jar() {
  const form = useFields({ name: "", size: "" }, ({ name }) => ({
    name: name === "" ? "A jar needs a name." : undefined,
  }));
  return (
    <form
      ref={form.ref}
      noValidate
      onSubmit={form.submit(async () => {
        await send("POST", "/jars", "/jars", { body: form.values, suppressToast: true });
        form.reset({ name: "", size: "" });
      })}
    >
      <TextInput {...form.field("size")} label="Size" />
      <TextInput {...form.field("name")} label="Name" />
      <Failure of={form.elsewhere} />
      <button type="submit" disabled={form.busy}>
        Save
      </button>
    </form>
  );
}

const press = () => fireEvent.click(screen.getByRole("button"));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("what is wrong is said at its field once it is tried, and nothing is sent", async () => {
  const calls = mockApi({ "POST /jars": {} });
  renderShop(<Jar />);
  expect(screen.queryByText("A jar needs a name.")).toBeNull();
  press();
  expect(await screen.findByText("A jar needs a name.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  expect(calls).toEqual([]);
  type("Name", "Fig");
  expect(screen.queryByText("A jar needs a name.")).toBeNull();
});

test("what the server refuses stands at its field until that is changed", async () => {
  mockApi({ "POST /jars": refused(422, { errors: { size: ["Too large."] } }) });
  renderShop(<Jar />);
  type("Name", "Fig");
  press();
  expect(await screen.findByText("Too large.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Size")));
  expect(screen.queryByRole("alert")).toBeNull();
  type("Size", "2");
  expect(screen.queryByText("Too large.")).toBeNull();
  expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe("Fig");
});

test("a refusal that no field says is said once beside them", async () => {
  mockApi({ "POST /jars": refused(409, { message: "The shelf is full." }) });
  renderShop(<Jar />);
  type("Name", "Fig");
  press();
  expect(await screen.findByText("The shelf is full.")).toBeTruthy();
});

test("saved, it is as new", async () => {
  const calls = mockApi({ "POST /jars": {} });
  renderShop(<Jar />);
  type("Name", "Fig");
  press();
  await waitFor(() => expect((screen.getByLabelText("Name") as HTMLInputElement).value).toBe(""));
  expect(calls[0]?.body).toEqual({ name: "Fig", size: "" });
  expect(screen.queryByText("A jar needs a name.")).toBeNull();
});

test("what the server refused does not come back once it is changed, whatever is tried next", async () => {
  mockApi({ "POST /jars": refused(422, { errors: { size: ["Too large."] } }) });
  renderShop(<Jar />);
  type("Name", "Fig");
  press();
  expect(await screen.findByText("Too large.")).toBeTruthy();
  type("Size", "2");
  type("Name", "");
  press();
  expect(await screen.findByText("A jar needs a name.")).toBeTruthy();
  expect(screen.queryByText("Too large.")).toBeNull();
});

/** A press asks for the name alone, and takes the size away when it is refused. */
function Sized() {
  const form = useFields({ name: "", size: "9" }, ({ name, size }) => ({
    name: name === "" ? "A jar needs a name." : undefined,
    size: size === "" ? "A jar needs a size." : undefined,
  }));
  const save = () => send("POST", "/jars", "/jars", { body: form.values, suppressToast: true });
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(save, { only: ["name"], failed: () => form.put({ size: "" }) })}
      noValidate
    >
      <TextInput {...form.field("name")} label="Name" />
      <TextInput {...form.field("size")} label="Size" />
      <button type="submit">Save</button>
    </form>
  );
}

test("what is taken away after a refusal keeps what was said of it; a press asks for its own fields", async () => {
  const calls = mockApi({ "POST /jars": refused(422, { errors: { size: ["Too large."] } }) });
  renderShop(<Sized />);
  type("Size", "");
  type("Name", "Fig");
  press();
  await waitFor(() => expect(calls.length).toBe(1));
  expect(await screen.findByText("Too large.")).toBeTruthy();
  expect(screen.queryByText("A jar needs a size.")).toBeNull();
});

test("a date that is half filled in is not sent as an empty one", async () => {
  const calls = mockApi({ "POST /jars": {} });
  renderShop(<Jar />);
  type("Name", "Fig");
  const size = screen.getByLabelText("Size");
  Object.defineProperty(size, "validity", { value: { badInput: true }, configurable: true });
  press();
  expect(document.activeElement).toBe(size);
  Object.defineProperty(size, "validity", { value: { badInput: false }, configurable: true });
  expect(calls).toEqual([]);
  press();
  await waitFor(() => expect(calls).toHaveLength(1));
});
