import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { request } from "../api/client";
import { mockApi, refused, renderShop } from "../testing/shop";
import { TextInput } from "../ui/TextInput";
import { BilingualField } from "./BilingualField";
import { NumberField, SwitchField, TagsField } from "./fields";
import { differences, merged } from "./merge";
import { RecordForm } from "./RecordForm";
import { useForm } from "./useForm";

interface Shelf {
  id: string;
  name_en: string;
  name_ar: string;
  floor: string;
  open: boolean;
  words: string[];
  version: number;
}

const shelf: Shelf = {
  id: "s1",
  name_en: "Tea",
  name_ar: "شاي",
  floor: "1",
  open: false,
  words: [],
  version: 3,
};

const draftOf = (record: Shelf | null) => {
  const { name_en, name_ar, floor, open, words } = record ?? { ...shelf, name_en: "", name_ar: "" };
  return { name_en, name_ar, floor, open, words };
};
const labels = {
  name_en: "Name in English",
  name_ar: "Name in Arabic",
  floor: "Floor",
  open: "Open",
  words: "Words",
};

function ShelfForm({ read = shelf }: { read?: Shelf }) {
  const [record, setRecord] = useState(read);
  const form = useForm({
    name: "shelf:s1",
    record: record.version >= read.version ? record : read,
    draftOf,
    labels,
    save: async (values, now) =>
      (
        await (request as unknown as (m: string, p: string, o: object) => Promise<{ data: Shelf }>)(
          "PUT",
          "/shelves/s1",
          { body: { ...values, version: now?.version }, suppressToast: true },
        )
      ).data,
    onSaved: setRecord,
  });
  return (
    <RecordForm form={form}>
      <BilingualField form={form} name="name" label="Name" />
      <NumberField {...form.field("floor")} />
      <SwitchField {...form.field("open")} />
      <TagsField {...form.field("words")} />
      <TextInput label="Other" />
    </RecordForm>
  );
}

const show = (read?: Shelf) =>
  renderShop(<ShelfForm {...(read ? { read } : {})} />, { console: true });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const shownIn = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value;
const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
const sent = (calls: ReturnType<typeof mockApi>) => calls.map(({ body }) => body);

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

test("what is typed stays through a reload, until it is thrown away", () => {
  const { unmount } = show();
  type("Name in English", "Green tea");
  expect(screen.getByText("Unsaved changes")).toBeTruthy();
  unmount();
  show();
  expect(shownIn("Name in English")).toBe("Green tea");
  const told = screen.getByText("We restored your unsaved changes.");
  expect(told).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "Discard changes" })[0] as HTMLElement);
  expect(shownIn("Name in English")).toBe("Tea");
  expect(sessionStorage.length).toBe(0);
});

test("nothing stored is believed that the form could not have typed", () => {
  const values = { name_en: 7, name_ar: "ورق", words: "x", more: 1 };
  sessionStorage.setItem("form_draft:shelf:s1", JSON.stringify({ base: {}, values }));
  show();
  expect(shownIn("Name in English")).toBe("Tea");
  expect(shownIn("Name in Arabic")).toBe("ورق");
});

test("a refusal stands at its field, takes the focus, and goes once the field is touched", async () => {
  const wrong = refused(422, { errors: { name_ar: ["Too long."], floor: ["Numbers only"] } });
  mockApi({ "PUT /shelves/s1": wrong });
  show();
  type("Name in Arabic", "اسم");
  save();
  expect(await screen.findByText("Too long.")).toBeTruthy();
  expect(screen.getByText("Check these: Name in Arabic, Floor.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("Name in Arabic"));
  expect(shownIn("Name in Arabic")).toBe("اسم");
  type("Name in Arabic", "ا");
  expect(screen.queryByText("Too long.")).toBeNull();
  expect(screen.getByText("Numbers only")).toBeTruthy();
});

test("saving sends the version that was read, and forgets what was typed", async () => {
  const calls = mockApi({ "PUT /shelves/s1": { ...shelf, floor: "2", open: true, version: 4 } });
  show();
  type("Floor", "2");
  fireEvent.click(screen.getByRole("switch", { name: "Open" }));
  save();
  await waitFor(() => expect(screen.queryByText("Unsaved changes")).toBeNull());
  expect(sent(calls)).toEqual([expect.objectContaining({ floor: "2", open: true, version: 3 })]);
  expect(sessionStorage.length).toBe(0);
});

test("a date that is half filled in is not saved as an empty one", async () => {
  const calls = mockApi({ "PUT /shelves/s1": { ...shelf, floor: "2", version: 4 } });
  show();
  type("Floor", "2");
  const other = screen.getByLabelText("Other");
  const validity = (badInput: boolean) =>
    Object.defineProperty(other, "validity", { value: { badInput }, configurable: true });
  validity(true);
  save();
  expect(document.activeElement).toBe(other);
  expect(calls).toEqual([]);
  validity(false);
  save();
  await waitFor(() => expect(calls).toHaveLength(1));
});

test("somebody else was faster: both versions stay, one chooses, and saves over the new one", async () => {
  const now = { ...shelf, name_en: "Black tea", floor: "9", version: 4 };
  let first = true;
  const calls = mockApi({
    "PUT /shelves/s1": () => {
      if (!first) return { ...now, version: 5 };
      first = false;
      return refused(409, { code: "moved_on", message: "Moved.", data: { current: now } });
    },
  });
  show();
  type("Name in English", "Green tea");
  type("Name in Arabic", "شاي أخضر");
  save();
  const compare = within(await screen.findByRole("region", { name: "Compare versions" }));
  // Mine, until I choose otherwise; what I did not touch is theirs.
  expect(shownIn("Name in English")).toBe("Green tea");
  expect(shownIn("Name in Arabic")).toBe("شاي أخضر");
  expect(shownIn("Floor")).toBe("9");
  expect(compare.getByText("Black tea")).toBeTruthy();
  expect(compare.queryByText("شاي أخضر")).toBeNull();
  fireEvent.click(compare.getByRole("radio", { name: /Use theirs/ }));
  expect(shownIn("Name in English")).toBe("Black tea");
  save();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(sent(calls)[1]).toEqual({
    ...draftOf(now),
    name_ar: "شاي أخضر",
    version: 4,
  });
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Compare versions" })).toBeNull(),
  );
});

test("a draft typed over an older version is compared with the one there is now", () => {
  const { unmount } = show();
  type("Floor", "5");
  unmount();
  show({ ...shelf, floor: "7", version: 8 });
  expect(screen.getByRole("region", { name: "Compare versions" })).toBeTruthy();
  expect(shownIn("Floor")).toBe("5");
});

test("words are added by Enter and taken off again", () => {
  show();
  const box = screen.getByLabelText("Words");
  type("Words", "dry");
  fireEvent.keyDown(box, { key: "Enter" });
  type("Words", "leaf");
  fireEvent.keyDown(box, { key: "," });
  fireEvent.click(screen.getByRole("button", { name: "Remove dry" }));
  expect(screen.queryByText("dry")).toBeNull();
  expect(screen.getByText("leaf")).toBeTruthy();
});

test("a link that leads away asks first", () => {
  renderShop(
    <>
      <a href="/elsewhere" data-shop="">
        Elsewhere
      </a>
      <ShelfForm />
    </>,
    { console: true },
  );
  type("Floor", "5");
  fireEvent.click(screen.getByText("Elsewhere"));
  expect(screen.getByText("Leave without saving?")).toBeTruthy();
});

test("a merge takes each difference from the side it was chosen from", () => {
  const base = { a: "1", b: "1", c: "1" };
  const list = differences(
    { base, values: { ...base, a: "2", b: "2" } },
    { a: "3", b: "2", c: "3" },
  );
  expect(list.map(({ name, clash, side }) => [name, clash, side])).toEqual([
    ["a", true, "mine"],
    ["b", false, "mine"],
    ["c", false, "theirs"],
  ]);
  expect(merged({ ...base, a: "2", b: "2" }, list)).toEqual({ a: "2", b: "2", c: "3" });
});
