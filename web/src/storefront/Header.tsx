import { Suspense } from "react";
import { HeaderSearch } from "../features/catalogue/search/components/HeaderSearch";
import { CurrencyButton } from "../features/money/currency/components/CurrencyButton";
import { CartButton } from "../features/ordering/cart/components/CartButton";
import { cookieNames, writeCookie } from "../lib/cookies";
import { openDialog } from "../lib/dialogs";
import { useLocation } from "../lib/history";
import { part } from "../lib/part";
import { inLanguage, paths } from "../lib/paths";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Isolate } from "../lib/words";
import { Icon } from "../ui/Icon";
import { Link } from "../ui/Link";
import { Wordmark as OwnMark } from "../ui/Logo";
import { laterTexts } from "./pages";
import { useHeadAway } from "./useHeadAway";
import { usePlaceName } from "./usePlaceName";

// Comes for customers we know only.
const UnreadMark = part(() => import("../shop/notices/UnreadMark"));

/** The shop's header on every page, in one line: location, search, account and cart. */
export function Header() {
  const { t } = useTranslation("shell");
  useHeadAway();
  return (
    <header className="shop-head sticky top-0 z-40 border-b border-line bg-paper print:hidden">
      <div className="relative mx-auto flex h-[calc(var(--header)-1px)] max-w-7xl items-center gap-x-1 px-2 max-[22rem]:gap-x-0 sm:px-4 md:gap-x-2 md:px-6 xl:gap-x-3">
        <Wordmark />
        <PlaceButton />
        <HeaderSearch />
        <nav aria-label={t("header.main")} className="flex items-center">
          <CurrencyButton className="max-lg:hidden" />
          <LanguageLink />
          <AccountButton />
          <CartButton />
        </nav>
      </div>
    </header>
  );
}

export function Wordmark() {
  const { t } = useTranslation("shell");
  return (
    <Link
      to={paths.home}
      look="plain"
      className="wordmark flex h-11 min-w-[min(2.75rem,12vw)] items-center overflow-hidden gap-2 rounded-control px-1 text-xl font-bold text-go-text"
    >
      <OwnMark
        name={t("brand")}
        fallback={<img src="/favicon.svg" alt="" width={28} height={28} />}
      />
    </Link>
  );
}

export function PlaceButton() {
  const { t } = useTranslation("shell");
  const place = usePlaceName() || t("header.place");
  // The area has its line, the street what is left of the room.
  const [area, street] = place.split(/[,،]\s*(.*)/);
  return (
    <button
      type="button"
      onClick={() => openDialog("location", {})}
      aria-label={t("header.place_label", { place })}
      className="flex min-h-11 min-w-0 flex-1 items-center gap-1.5 rounded-control px-2 max-[24rem]:px-0.5 max-[22rem]:text-xs text-start text-sm font-medium hover:bg-tint md:w-40 md:flex-none lg:w-52"
    >
      <Icon name="pin" size={20} className="shrink-0 text-go-text" />
      <span className="line-clamp-2 min-w-0 leading-tight">
        <bdi>{area}</bdi>
        {street && (
          <span className="block text-xs leading-[inherit] font-normal text-muted">
            <bdi>{street}</bdi>
          </span>
        )}
      </span>
      <Icon name="chevron-down" size={18} className="hidden shrink-0 text-muted lg:block" />
    </button>
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
      className="inline-flex h-11 w-11 items-center justify-center rounded-control text-sm font-medium hover:bg-tint md:w-14 lg:w-20"
    >
      <span className="md:hidden">{t("header.language_short")}</span>
      <span className="hidden md:inline">{t("header.language")}</span>
    </a>
  );
}

/** Named where there is room for it. */
const place =
  "inline-flex h-11 min-w-[min(2.75rem,12vw)] items-center justify-center gap-3 rounded-full hover:bg-tint lg:px-2.5";

export function AccountButton() {
  const { t } = useTranslation("shell");
  const { session } = useScope();
  const guest = session === "";
  const label = t(guest ? "header.sign_in" : "header.account");
  const inside = (
    <>
      <span className="relative flex">
        <Icon name="user" size={24} />
        {!guest && (
          <Suspense>
            <UnreadMark texts={laterTexts} />
          </Suspense>
        )}
      </span>
      <span className="text-sm font-medium max-lg:hidden">
        <Isolate>{label}</Isolate>
      </span>
    </>
  );
  if (guest) {
    return (
      <button
        type="button"
        aria-label={label}
        className={`${place} max-md:hidden`}
        onClick={() => openDialog("signIn", {})}
      >
        {inside}
      </button>
    );
  }
  return (
    <Link to={paths.account} look="plain" aria-label={label} className={`${place} max-md:hidden`}>
      {inside}
    </Link>
  );
}
