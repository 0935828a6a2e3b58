/**
 * The pages of the account area, in the order they are offered. A feature adds its page here in one line, with the
 * texts "<name>" and optionally "<name>_hint" in the locales' account.json.
 */

import { paths } from "../../../lib/paths";
import type { IconName } from "../../../ui/Icon";

export interface Entry {
  to: string;
  icon: IconName;
  /** The key of its texts. */
  name: string;
  /** One of the most used pages: shown as a larger tile above the menu's groups, and not in its group. */
  top?: true;
  /** On the account's home page it is shown on the person's card, with its balance. */
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

/**
 * Whether the entry is the current one: its page, or one below it, is shown, and no other entry matches more of the
 * path.
 */
export function isShown(entry: Entry, path: string): boolean {
  // A quotation's path is not below that of its list.
  if (path.startsWith(quotation)) return entry.to === paths.myQuotations;
  const fits = (to: string) => path === to || path.startsWith(`${to}/`);
  return fits(entry.to) && !entries.some((one) => one.to.length > entry.to.length && fits(one.to));
}

/** The page to go back to: the menu, or the menu page that this page belongs to. */
export interface Back {
  to: string;
  /** The key of its text. */
  name: string;
  menu: boolean;
}

/** Pages that show their own breadcrumbs, such as an order in its list, have none. */
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
