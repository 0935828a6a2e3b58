import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mockApi, renderShop } from "../../testing/shop";
import { fitted, refusal } from "./model";
import { PhotoPicker } from "./PhotoPicker";
import type { Photo } from "./usePhotos";

/** A fake upload whose response the test controls. */
class Upload {
  static all: Upload[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  headers: Record<string, string> = {};
  status = 0;
  responseText = "";
  url = "";
  body: Blob | null = null;
  aborted = false;
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  constructor() {
    Upload.all.push(this);
  }
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader() {
    return null;
  }
  send(body: Blob) {
    this.body = body;
  }
  abort() {
    this.aborted = true;
    this.onabort();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
  done(id: string) {
    const data = { id, src: `/photos/${id}.jpg`, width: 4, height: 4 };
    this.answer(200, { response: { data, message: "" } });
  }
}

beforeEach(() => {
  Upload.all = [];
  vi.stubGlobal("XMLHttpRequest", Upload);
});
afterEach(() => vi.unstubAllGlobals());

const file = (name: string, type = "image/png") => new File(["x"], name, { type });

function Form({ max, start = [] }: { max: number; start?: Photo[] }) {
  const [value, setValue] = useState<Photo[]>(start);
  return (
    <>
      <PhotoPicker label="Photos" value={value} max={max} onChange={setValue} />
      <output>{value.map((one) => one.id).join()}</output>
    </>
  );
}
const kept = () => screen.getByRole("status").textContent;
const input = () => screen.getByLabelText("Add photo");
const choose = (...files: File[]) => fireEvent.change(input(), { target: { files } });
const nth = async (n: number) => {
  await waitFor(() => expect(Upload.all.length).toBe(n));
  const one = Upload.all[n - 1];
  if (!one) throw new Error("no upload");
  return one;
};

test("the size a photo travels in", () => {
  expect(fitted(4000, 3000)).toEqual({ width: 1600, height: 1200 });
  expect(fitted(3000, 4000)).toEqual({ width: 1200, height: 1600 });
  expect(fitted(800, 600)).toEqual({ width: 800, height: 600 });
  expect(fitted(9000, 1)).toEqual({ width: 1600, height: 1 });
});

test("what cannot be sent at all", () => {
  expect(refusal(file("a.png"))).toBeNull();
  expect(refusal(file("a.svg", "image/svg+xml"))).toBe("wrong_kind");
  expect(refusal(new Blob([new Uint8Array(10 * 1024 * 1024 + 1)], { type: "image/png" }))).toBe(
    "too_large",
  );
});

test("sends one after the other, shows how far, and makes no room for more than allowed", async () => {
  renderShop(<Form max={2} />);
  choose(file("a.png"), file("b.png"), file("c.png"));
  const first = await nth(1);
  expect(first.url).toBe("/api/v1/photos");
  expect(first.headers["Content-Type"]).toBe("image/png");
  expect(screen.getByText("You can add up to 2 photos.")).toBeTruthy();
  expect(screen.queryByLabelText("Add photo")).toBeNull();
  first.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
  await waitFor(() =>
    expect(screen.getByLabelText("Uploading photo 1").getAttribute("aria-valuenow")).toBe("50"),
  );
  first.done("pho_a");
  (await nth(2)).done("pho_b");
  await waitFor(() => expect(kept()).toBe("pho_a,pho_b"));
  expect(screen.getByAltText("Photo 2").getAttribute("src")).toBe("/photos/pho_b.jpg");
});

test("taking back: one that was sent here goes at once, one that was there stays the server's", async () => {
  const calls = mockApi({ "DELETE /photos/pho_a": {} });
  renderShop(<Form max={3} start={[{ id: "pho_old", src: "/photos/pho_old.jpg" }]} />);
  choose(file("a.png"));
  (await nth(1)).done("pho_a");
  await waitFor(() => expect(kept()).toBe("pho_old,pho_a"));
  fireEvent.click(screen.getByRole("button", { name: "Remove photo 2" }));
  fireEvent.click(screen.getByRole("button", { name: "Remove photo 1" }));
  expect(kept()).toBe("");
  expect(document.activeElement).toBe(input());
  await waitFor(() =>
    expect(calls.map((call) => `${call.method} ${call.path}`)).toEqual(["DELETE /photos/pho_a"]),
  );
});

test("a refusal stands in place and the rest goes on", async () => {
  renderShop(<Form max={3} />);
  choose(file("a.png"), file("b.txt", "text/plain"), file("c.png"));
  (await nth(1)).answer(422, {
    message: "This picture cannot be read.",
    code: "unreadable",
    errors: { body: ["This picture cannot be read."] },
  });
  const last = await nth(2);
  const both =
    "This picture cannot be read. This file type isn't supported. Choose a JPEG, PNG or WebP photo.";
  expect(await screen.findByText(both)).toBeTruthy();
  last.done("pho_c");
  await waitFor(() => expect(kept()).toBe("pho_c"));
});

test("leaving the page takes the upload back", async () => {
  const { unmount } = renderShop(<Form max={1} />);
  choose(file("a.png"));
  const one = await nth(1);
  unmount();
  expect(one.aborted).toBe(true);
});
