/**
 * The pages of the account area, in the order they are offered. A feature adds its page here in one
 * line, with the texts "<name>" and, below it, "<name>_hint" where there is one, in locales, file account.json.
 */

import { paths } from "../../../lib/paths";
import type { IconName } from "../../../ui/Icon";

export interface Entry {
  to: string;
  icon: IconName;
  /** Of its texts. */
  name: string;
  /** Among the most used: larger, above the groups of the menu, in which it does not stand again. */
  top?: true;
  /** On the account's own page it stands on the card of the person, with what there is of it. */
  card?: true;
}

/** Entries that belong together, below the heading "group_<name>". */
export const groups: readonly { name: string; entries: readonly Entry[] }[] = [
  {
    name: "orders",
    entries: [
      { to: paths.myOrders, icon: "bag", name: "orders", top: true },
      { to: paths.returnOrders, icon: "undo", name: "returns", top: true },
      { to: paths.myFavourites, icon: "heart", name: "favourites", top: true },
    ],
  },
  {
    name: "money",
    entries: [
      { to: paths.myWallet, icon: "wallet", name: "wallet", card: true },
      { to: paths.loyaltyPoints, icon: "star", name: "points", card: true },
      { to: paths.referralProgram, icon: "share", name: "referral" },
      { to: paths.myQuotations, icon: "note", name: "quotations" },
    ],
  },
  {
    name: "me",
    entries: [
      { to: paths.profile, icon: "user", name: "profile" },
      { to: paths.myAddress, icon: "pin", name: "addresses", top: true },
      { to: paths.notifications, icon: "bell", name: "notifications" },
      { to: paths.preferences, icon: "settings", name: "preferences" },
    ],
  },
  {
    name: "help",
    entries: [
      { to: paths.support, icon: "chat", name: "support" },
      { to: paths.contactUs, icon: "mail", name: "contact" },
      { to: paths.information("faq"), icon: "help", name: "faq" },
      { to: paths.information("privacy"), icon: "shield", name: "privacy" },
      { to: paths.information("terms"), icon: "note", name: "terms" },
    ],
  },
];

export const entries: readonly Entry[] = groups.flatMap((group) => group.entries);

const quotation = paths.quotation("");

/** Whether a page, or one below it, is the one shown: the longest that fits. */
export function isShown(entry: Entry, path: string): boolean {
  // A quotation stands at an address of its own, not below its list.
  if (path.startsWith(quotation)) return entry.to === paths.myQuotations;
  const fits = (to: string) => path === to || path.startsWith(`${to}/`);
  return fits(entry.to) && !entries.some((one) => one.to.length > entry.to.length && fits(one.to));
}

/** Where one came from: the menu, or the page of the menu this one belongs to. */
export interface Back {
  to: string;
  /** Of its text. */
  name: string;
  menu: boolean;
}

/** Pages that name the way they are on themselves, such as an order in its list, have none. */
export function backFrom(path: string): Back | null {
  if (path.startsWith(quotation)) return null;
  const below = path.slice(paths.account.length + 1).split("/");
  if (below.length === 1 || path.startsWith(`${paths.information("")}`)) {
    return { to: paths.account, name: "title", menu: true };
  }
  const parent = [paths.myAddress, paths.profile].find((one) => path.startsWith(`${one}/`));
  const entry = entries.find(({ to }) => to === parent);
  return entry ? { to: entry.to, name: entry.name, menu: false } : null;
}
