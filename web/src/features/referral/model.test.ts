import { expect, test, vi } from "vitest";
import { shareLink } from "./model";

const link = "https://shop.example/?ref=ABCD2345";
const clipboard = (writeText: () => Promise<void>) => ({ writeText }) as unknown as Clipboard;

test("the device's own sharing comes first", async () => {
  const share = vi.fn(async () => {});
  expect(
    await shareLink(link, "Wekala", "Join", { share, clipboard: clipboard(async () => {}) }),
  ).toBe("shared");
  expect(share).toHaveBeenCalledWith({ title: "Wekala", text: "Join", url: link });
});

test("somebody who changes their mind has failed at nothing", async () => {
  const writeText = vi.fn(async () => {});
  const share = async () => {
    throw new DOMException("no", "AbortError");
  };
  expect(await shareLink(link, "", "", { share, clipboard: clipboard(writeText) })).toBe(
    "cancelled",
  );
  expect(writeText).not.toHaveBeenCalled();
});

test("without it, or where it will not, the link is copied", async () => {
  const writeText = vi.fn(async () => {});
  const device = { clipboard: clipboard(writeText) } as unknown as Navigator;
  expect(await shareLink(link, "", "", device)).toBe("copied");
  expect(writeText).toHaveBeenCalledWith(link);
  const refusing = {
    share: async () => {
      throw new DOMException("no", "NotAllowedError");
    },
    clipboard: clipboard(writeText),
  };
  expect(await shareLink(link, "", "", refusing)).toBe("copied");
});

test("nothing works in a very old browser, and it is said", async () => {
  expect(await shareLink(link, "", "", {} as Navigator)).toBe("failed");
});
