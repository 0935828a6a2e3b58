import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../../../testing/shop";
import type { Invitation } from "./api";
import page from "./people";

const invited = (id: string, name: string): Invitation => ({
  id,
  name,
  role: "support",
  phone: "01001112223",
  email: "",
  branches: [],
  branch_refs: [],
  expires_at: "2026-11-26T10:00:00Z",
});

afterEach(() => vi.unstubAllGlobals());

test("invitations are withdrawn together; which were not, and why, is said", async () => {
  const calls = mockApi({
    "GET /console/staff": [],
    "GET /console/invitations": [invited("inv_1", "Karim"), invited("inv_2", "Salma")],
    "POST /console/invitations/bulk": {
      done: 1,
      refused: [{ id: "inv_2", code: "not_found", message: "It was taken up." }],
      run: "",
    },
  });
  renderShop(<page.Component />, { console: true, at: "/people" });
  fireEvent.click(await screen.findByLabelText("Select Karim"));
  fireEvent.click(screen.getByLabelText("Select Salma"));
  fireEvent.click(screen.getByRole("button", { name: "Cancel invitation" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Cancel invitation" }));
  expect(await screen.findByText(/It was taken up/)).toBeTruthy();
  expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
    { action: "withdraw", ids: ["inv_1", "inv_2"] },
  ]);
  await waitFor(() =>
    expect(
      calls.filter(({ path }) => path.startsWith("/console/invitations?")).length +
        calls.filter(({ path }) => path === "/console/invitations").length,
    ).toBe(2),
  );
});
