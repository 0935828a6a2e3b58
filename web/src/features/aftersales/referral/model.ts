import type { ReferralFriend } from "../../../api/types";

export type ShareOutcome = "shared" | "copied" | "cancelled" | "failed";

/**
 * Shares a link through the device; if that is not available or fails, the link is copied. Cancelling is not a failure.
 */
export async function shareLink(
  link: string,
  title: string,
  text: string,
  device: Pick<Navigator, "share" | "clipboard"> = navigator,
): Promise<ShareOutcome> {
  if (typeof device.share === "function") {
    try {
      await device.share({ title, text, url: link });
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  return copyLink(link, device);
}

export async function copyLink(
  link: string,
  device: Pick<Navigator, "clipboard"> = navigator,
): Promise<ShareOutcome> {
  try {
    await device.clipboard.writeText(link);
    return "copied";
  } catch {
    return "failed";
  }
}

export const tones = {
  joined: "neutral",
  waiting: "offer",
  held: "neutral",
  paid: "good",
  refused: "neutral",
} as const satisfies Record<ReferralFriend["state"], string>;

/**
 * Returns the reward that a friend will still earn if nothing is returned; the page shows the sum over
 * all friends.
 */
export function pendingOf({ state, reward, purchases }: ReferralFriend): number {
  if (state !== "waiting" && state !== "paid") return 0;
  const sum = purchases
    .filter((one) => one.state === "waiting")
    .reduce((all, { earned }) => all + earned, state === "waiting" ? reward : 0);
  return Math.round(sum * 100) / 100;
}
