import { expect, test, vi } from "vitest";
import type { ReferralFriend } from "../../../api/types";
import { pendingOf, shareLink } from "./model";

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

test("a friend still brings the reward that is waited for, and commission of orders that may come back", () => {
  const order = (state: "waiting" | "paid" | "void", earned: number) =>
    ({ state, earned, purchase_amount: 227, date: "", state_label: "" }) as const;
  const of = (state: ReferralFriend["state"], ...purchases: ReturnType<typeof order>[]) =>
    pendingOf({ state, reward: 30, purchases: [...purchases] } as unknown as ReferralFriend);
  expect(of("joined")).toBe(0);
  expect(of("waiting", order("waiting", 4.54), order("waiting", 0.1), order("void", 9))).toBe(
    34.64,
  );
  expect(of("paid", order("paid", 4.54), order("waiting", 1.5))).toBe(1.5);
  expect(of("refused", order("waiting", 4.54))).toBe(0);
});
