import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { renderShop } from "../../../../testing/shop";
import storagePage from "./storage";

const off = { on: false, url: "", region: "", key: "", has_secret: false, variable: false };
const stored = {
  uploads: { ...off },
  backups: {
    ...off,
    on: true,
    url: "https://store.example/copies",
    key: "AKIA1",
    has_secret: true,
  },
  encrypt: false,
  has_passphrase: false,
  passphrase_variable: false,
  waiting: 0,
  version: 4,
};

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

/** The console's API; it records the requests. */
function fakeServer(is: object, answer: (method: string, path: string) => Response | null) {
  const sent: { method: string; path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn(async (url: string, init: RequestInit) => {
      const path = new URL(url, "http://shop.example").pathname.replace(/^.*\/console/, "/console");
      const method = init.method ?? "GET";
      if (method !== "GET") sent.push({ method, path, body: JSON.parse(String(init.body)) });
      return answer(method, path) ?? ok(path === "/console/me" ? { capabilities: [] } : is);
    }),
  );
  return sent;
}

const ok = (data: unknown) => new Response(JSON.stringify({ response: { data, message: "" } }));
const refused = (errors: Record<string, string[]>) =>
  new Response(JSON.stringify({ message: "", code: "invalid", errors }), { status: 422 });

const { Component } = storagePage;
const show = () => renderShop(<Component />, { console: true });

test("a bucket is saved with the version that was read, its secret typed once", async () => {
  const sent = fakeServer(stored, () => null);
  show();
  const [uploads] = await screen.findAllByRole("switch");
  expect(screen.queryByDisplayValue("AKIA1")).toBeTruthy();
  if (uploads) fireEvent.click(uploads);
  const part = document.querySelector<HTMLElement>('input[name="uploads.url"]');
  expect(part).toBeTruthy();
  const type = (name: string, value: string) => {
    const input = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!input) throw new Error(name);
    fireEvent.change(input, { target: { value } });
  };
  type("uploads.url", "https://store.example/pictures");
  type("uploads.key", "AKIA2");
  type("uploads.secret", "hush");
  // Unlike the other input, secrets are not stored in the tab.
  await waitFor(() => expect(JSON.stringify(sessionStorage)).toContain("pictures"));
  expect(JSON.stringify(sessionStorage)).not.toContain("hush");
  const form = part?.closest("form");
  if (form) fireEvent.submit(form);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    method: "PUT",
    path: "/console/storage",
    body: {
      uploads: { on: true, url: "https://store.example/pictures", key: "AKIA2", secret: "hush" },
      backups: { on: true, url: "https://store.example/copies", secret: "" },
      encrypt: false,
      passphrase: "",
      version: 4,
    },
  });
  await waitFor(() =>
    expect(
      document.querySelector<HTMLInputElement>('input[name="uploads.secret"]')?.value ?? "",
    ).toBe(""),
  );
});

test("what is refused stands at its field, and what was typed stays", async () => {
  fakeServer(stored, (method) =>
    method === "PUT" ? refused({ "backups.url": ["No bucket answers there."] }) : null,
  );
  show();
  const url = await screen.findByDisplayValue("https://store.example/copies");
  fireEvent.change(url, { target: { value: "https://store.example/none" } });
  const secret = document.querySelector<HTMLInputElement>('input[name="backups.secret"]');
  if (secret) fireEvent.change(secret, { target: { value: "hush" } });
  const form = url.closest("form");
  if (form) fireEvent.submit(form);
  await screen.findByText("No bucket answers there.");
  expect(url.getAttribute("aria-invalid")).toBe("true");
  expect((url as HTMLInputElement).value).toBe("https://store.example/none");
  expect(secret?.value).toBe("hush");
});

test("a place is tried, and what a variable says stands as that", async () => {
  const sent = fakeServer(
    { ...stored, uploads: { ...stored.uploads, variable: true }, waiting: 3 },
    (_, path) =>
      path.endsWith("/try") ? ok({ works: false, problem: "The key is not accepted." }) : null,
  );
  show();
  await screen.findByDisplayValue("https://store.example/copies");
  expect(document.body.textContent).toContain("3");
  const buttons = screen.getAllByRole("button", { name: /try|check/i });
  const last = buttons.at(-1);
  if (last) fireEvent.click(last);
  expect(await screen.findByText(/The key is not accepted\./)).toBeTruthy();
  expect(sent.at(-1)).toMatchObject({ path: "/console/storage/try", body: { place: "backups" } });
  expect(within(document.body).queryByDisplayValue("hush")).toBeNull();
});
