import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderShop } from "../../testing/shop";
import { isUpload, moved, refusal, thumbnail } from "./model";
import { PicturePicker } from "./PicturePicker";

/** An upload that a test answers. */
class Upload {
  static all: Upload[] = [];
  upload: { onprogress?: (event: object) => void } = {};
  status = 0;
  responseText = "";
  url = "";
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
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  send() {}
  abort() {
    this.aborted = true;
    this.onabort();
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
  done(name: string) {
    this.answer(200, { response: { data: { name }, message: "" } });
  }
}

beforeEach(() => {
  Upload.all = [];
  vi.stubGlobal("XMLHttpRequest", Upload);
});
afterEach(() => vi.unstubAllGlobals());

const digest = "0123456789abcdef0123456789abcdef";
const one = `${digest}-1200x900.jpg`;
const file = (name: string, type = "image/png") => new File(["x"], name, { type });

function Form({ max, start = [] }: { max: number; start?: string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <PicturePicker
        label="Pictures"
        value={value}
        error={undefined}
        max={max}
        onValueChange={setValue}
      />
      <output>{value.join()}</output>
    </>
  );
}
const show = (max: number, start?: string[]) =>
  renderShop(<Form max={max} {...(start ? { start } : {})} />, { console: true });
const kept = () => screen.getByRole("status").textContent;
const nth = async (n: number) => {
  await waitFor(() => expect(Upload.all.length).toBe(n));
  const sent = Upload.all[n - 1];
  if (!sent) throw new Error("no upload");
  return sent;
};

test("a name says where the picture is", () => {
  expect(thumbnail(one)).toBe(`/media/${digest}-1200x900.256.jpg`);
  expect(thumbnail(`${digest}-200x90.png`)).toBe(`/media/${digest}-200x90.png`);
  expect(thumbnail("koshary")).toBe("/media/koshary.webp");
  expect([isUpload(one), isUpload("koshary")]).toEqual([true, false]);
  expect(refusal(file("a.svg", "image/svg+xml"))).toBe("wrong_kind");
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
});

test("dropped and pasted files travel one after the other; what is refused stays with its reason", async () => {
  show(5);
  const box = screen.getByRole("group", { name: "Pictures" });
  fireEvent.drop(box, { dataTransfer: { files: [file("a.png"), file("b.svg", "image/svg+xml")] } });
  const first = await nth(1);
  expect(first.url).toBe("/api/v1/console/media?name=a.png");
  first.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
  await waitFor(() =>
    expect(screen.getByLabelText("Uploading a.png").getAttribute("aria-valuenow")).toBe("50"),
  );
  first.done(one);
  expect((await screen.findByRole("alert")).textContent).toContain("JPEG, PNG, WebP and GIF");
  fireEvent.paste(box, { clipboardData: { files: [file("c.png")] } });
  const second = await nth(2);
  second.answer(422, {
    message: "We couldn't read this picture.",
    code: "unreadable",
    errors: { body: ["We couldn't read this picture."] },
  });
  expect(await screen.findByText("We couldn't read this picture.")).toBeTruthy();
  fireEvent.click(screen.getAllByRole("button", { name: "Try again" })[1] as HTMLElement);
  (await nth(3)).done("other");
  await waitFor(() => expect(kept()).toBe(`${one},other`));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(screen.queryByRole("alert")).toBeNull();
});

test("the order changes by arrow keys, and removing gives the focus back", () => {
  show(5, ["a", "b", "c"]);
  fireEvent.keyDown(screen.getByRole("button", { name: /Move picture 3 of 3/ }), {
    key: "ArrowLeft",
  });
  expect(kept()).toBe("a,c,b");
  fireEvent.keyDown(screen.getByRole("button", { name: /Move picture 3 of 3/ }), { key: "Home" });
  expect(kept()).toBe("b,a,c");
  fireEvent.keyDown(screen.getByRole("button", { name: /Move picture 1 of 3/ }), {
    key: "ArrowLeft",
  });
  expect(kept()).toBe("b,a,c");
  fireEvent.click(screen.getByRole("button", { name: "Remove picture 1" }));
  expect(kept()).toBe("a,c");
  expect(document.activeElement).toBe(screen.getByLabelText("Upload pictures"));
});

test("a single picture is replaced; more than there may be are not sent", async () => {
  const { unmount } = show(1, ["a"]);
  fireEvent.change(screen.getByLabelText("Replace picture"), {
    target: { files: [file("b.png")] },
  });
  (await nth(1)).done("b");
  await waitFor(() => expect(kept()).toBe("b"));
  unmount();
  show(2, ["a"]);
  fireEvent.change(screen.getByLabelText("Upload pictures"), {
    target: { files: [file("b.png"), file("c.png")] },
  });
  expect(screen.getByText("You can add up to 2 pictures.")).toBeTruthy();
  (await nth(2)).done("b");
  await waitFor(() => expect(kept()).toBe("a,b"));
  expect(Upload.all.length).toBe(2);
});

test("leaving takes the upload back", async () => {
  const { unmount } = show(3);
  fireEvent.change(screen.getByLabelText("Upload pictures"), {
    target: { files: [file("b.png")] },
  });
  const sent = await nth(1);
  unmount();
  expect(sent.aborted).toBe(true);
});
