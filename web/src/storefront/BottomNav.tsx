import type { MouseEvent, ReactNode } from "react";
import { useLocation } from "../lib/history";
import { paths } from "../lib/paths";
import { useTranslation } from "../lib/translation";
import { Isolate } from "../lib/words";
import { typeInHeader } from "../shop/focusSearch";
import { cx } from "../ui/cx";
import { Icon, type IconName } from "../ui/Icon";
import { Link } from "../ui/Link";

const look =
  "flex min-h-14 flex-col items-center justify-center gap-0.5 px-1 text-[min(0.75rem,3.6vw)] leading-[1.35] font-medium outline-offset-[-3px]";

type Place = "home" | "search" | "orders" | "account";

function placeOf(pathname: string): Place | undefined {
  const below = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  if (pathname === paths.home) return "home";
  if (pathname === paths.searchResults) return "search";
  if (below(paths.myOrders)) return "orders";
  return below(paths.account) ? "account" : undefined;
}

/** Phones: the shop's four main pages, always within reach of the thumb. */
export function BottomNav() {
  const { pathname } = useLocation();
  return <Places current={placeOf(pathname)} />;
}

/** The server caches its output, so it does not receive the address. */
export function Places({ current }: { current: Place | undefined }) {
  const { t } = useTranslation("shell");
  return (
    <nav aria-label={t("nav.label")} className="places border-t border-line bg-card md:hidden">
      <ul className="grid grid-cols-4">
        <li>
          <Item to={paths.home} icon="home" text={t("nav.home")} current={current === "home"} />
        </li>
        <li>
          <Item
            to={paths.searchResults}
            icon="search"
            text={t("nav.search")}
            current={current === "search"}
            onClick={typeInHeader}
          />
        </li>
        <li>
          <Item
            to={paths.myOrders}
            icon="bag"
            text={t("nav.orders")}
            current={current === "orders"}
          />
        </li>
        <li>
          <Item
            to={paths.account}
            icon="user"
            text={t("header.account")}
            current={current === "account"}
          />
        </li>
      </ul>
    </nav>
  );
}

interface ItemProps {
  to: string;
  icon: IconName;
  text: ReactNode;
  current: boolean;
  onClick?: ((event: MouseEvent) => void) | undefined;
}

function Item({ to, icon, text, current, onClick }: ItemProps) {
  return (
    <Link
      to={to}
      look="plain"
      onClick={onClick}
      aria-current={current ? "page" : undefined}
      className={cx(look, current ? "text-go-text" : "text-muted")}
    >
      <Icon name={icon} size={24} />
      <Isolate>{text}</Isolate>
    </Link>
  );
}
