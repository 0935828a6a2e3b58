import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import texts from "../../../../locales/en/console/areas.json";
import { mockApi, renderShop } from "../../../../testing/shop";
import { type ImportedDistricts, sendDistricts } from "./api";
import page from "./import";

const looked: ImportedDistricts = {
  added: 1,
  changed: 0,
  same: 0,
  refused: 1,
  saved: false,
  ignored: ["Postcode", "كود"],
  rows: [
    { line: 2, name: "Tanta", governorate: "Gharbia", what: "added", problems: [] },
    { line: 3, name: "Deep", governorate: "Atlantis", what: "refused", problems: ["No such."] },
  ],
};

vi.mock("./api", async (load) => ({
  ...(await load<typeof import("./api")>()),
  sendDistricts: vi.fn(),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("what a file would do is shown, and done when it is asked for", async () => {
  const sent = vi.mocked(sendDistricts);
  sent.mockImplementation(async (step) => ({ ...looked, saved: step === "import" }));
  mockApi({});
  renderShop(<page.Component />, { console: true, at: "/districts/import" });
  const file = new File(["governorate,name_en\n"], "areas.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText(texts.import_choose, { selector: "input" }), {
    target: { files: [file] },
  });
  expect(await screen.findByText("No such.")).toBeTruthy();
  expect(screen.getByText(/^Columns we don't import: .*Postcode.*كود/)).toBeTruthy();
  expect(sent.mock.calls.map(([step]) => step)).toEqual(["check"]);
  const save = screen.getByRole("button", { name: "Import 1 area" });
  fireEvent.click(save);
  fireEvent.click(save);
  await waitFor(() => expect(screen.getAllByText(texts.imported).length).toBeGreaterThan(0));
  expect(sent.mock.calls.map(([step]) => step)).toEqual(["check", "import"]);
  expect(screen.queryByRole("button", { name: "Import 1 area" })).toBeNull();
});
