import { CurrencyButton } from "../features/currency/components/CurrencyButton";
import { cookieNames, readCookie, writeCookie } from "../lib/cookies";
import { openDialog } from "../lib/dialogs";
import { useLocation } from "../lib/history";
import { inLanguage, paths } from "../lib/paths";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Icon } from "../ui/Icon";
import { IconButton } from "../ui/IconButton";
import { Lattice } from "../ui/Lattice";
import { Link } from "../ui/Link";
import { dialogExists } from "./dialogs";
import { hasPage, homePath } from "./links";
import { slots } from "./slots";

/** The shop's head on every page: where, what, who, and the cart. */
export function Header() {
  const { t } = useTranslation("shell");
  const Search = slots.search ?? SearchForm;
  const CartButton = slots.cartButton ?? CartLink;
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper print:hidden">
      <div className="relative mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 gap-y-2 px-4 sm:px-6 py-2">
        <Wordmark />
        <PlaceButton />
        <nav aria-label={t("header.main")} className="ms-auto flex items-center md:order-last">
          <CurrencyButton className="max-md:hidden" />
          <LanguageLink />
          <AccountButton />
          <CartButton />
        </nav>
        <Search />
      </div>
    </header>
  );
}

function Wordmark() {
  const { t } = useTranslation("shell");
  return (
    <Link
      to={homePath()}
      look="plain"
      className="relative flex h-11 shrink-0 items-center overflow-hidden rounded-control px-2 text-xl font-bold text-go-text"
    >
      <Lattice size={32} fade="start" />
      <span className="relative">{t("brand")}</span>
    </Link>
  );
}

function PlaceButton() {
  const { t } = useTranslation("shell");
  const { ready } = useScope();
  if (!dialogExists("location")) return null;
  const chosen = ready ? readCookie(cookieNames.selectedAddress) : null;
  const place = chosen ?? t("header.place");
  return (
    <button
      type="button"
      onClick={() => openDialog("location", {})}
      aria-label={t("header.place_label", { place })}
      className="flex h-11 min-w-0 flex-1 items-center gap-1.5 rounded-control px-2 text-start text-sm font-medium hover:bg-tint md:w-52 md:flex-none"
    >
      <Icon name="pin" size={20} className="shrink-0 text-go-text" />
      {chosen ? (
        <span className="min-w-0 truncate md:flex-1">{chosen}</span>
      ) : (
        <>
          <span className="truncate md:hidden">{t("header.place_short")}</span>
          <span className="hidden min-w-0 flex-1 truncate md:inline">{t("header.place")}</span>
        </>
      )}
      <Icon name="chevron-down" size={18} className="hidden shrink-0 text-muted md:block" />
    </button>
  );
}

/** Works without a script: the form leads to the results. */
function SearchForm() {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const { lang } = useScope();
  if (!hasPage(paths.searchResults)) return null;
  return (
    <search className="order-last w-full md:order-none md:w-auto md:flex-1">
      <form
        key={pathname}
        action={inLanguage(lang, paths.searchResults)}
        className="flex h-11 items-center gap-2 rounded-full border border-control bg-card px-4 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-go"
      >
        <Icon name="search" size={20} className="shrink-0 text-muted" />
        <input
          type="search"
          name="q"
          aria-label={t("header.search_label")}
          placeholder={t("header.search")}
          className="h-full min-w-0 flex-1 bg-transparent outline-none placeholder:text-muted"
        />
        <button type="submit" className="sr-only focus:not-sr-only">
          {t("header.search_go")}
        </button>
      </form>
    </search>
  );
}

/** The same page in the other language: a real link, remembered as the visitor's choice. */
function LanguageLink() {
  const { t } = useTranslation("shell");
  const { lang } = useScope();
  const { pathname, search } = useLocation();
  const other = lang === "ar" ? "en" : "ar";
  return (
    <a
      href={`${inLanguage(other, pathname)}${search}`}
      lang={other}
      hrefLang={other}
      aria-label={t("header.language_label")}
      onClick={() => writeCookie(cookieNames.language, other)}
      className="inline-flex h-11 w-11 items-center justify-center rounded-control text-sm font-medium hover:bg-tint md:w-20"
    >
      <span className="md:hidden">{t("header.language_short")}</span>
      <span className="hidden md:inline">{t("header.language")}</span>
    </a>
  );
}

function AccountButton() {
  const { t } = useTranslation("shell");
  const { session } = useScope();
  if (session === "" && dialogExists("signIn")) {
    return (
      <IconButton
        icon="user"
        label={t("header.sign_in")}
        onClick={() => openDialog("signIn", {})}
      />
    );
  }
  const to = hasPage(paths.account) ? paths.account : paths.myOrders;
  if (!hasPage(to)) return null;
  return (
    <Link
      to={to}
      look="plain"
      aria-label={t("header.account")}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-tint"
    >
      <Icon name="user" size={24} />
    </Link>
  );
}

function CartLink() {
  const { t } = useTranslation("shell");
  if (!hasPage(paths.cart)) return null;
  return (
    <Link
      to={paths.cart}
      look="plain"
      aria-label={t("header.cart")}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-tint"
    >
      <Icon name="cart" size={24} />
    </Link>
  );
}
