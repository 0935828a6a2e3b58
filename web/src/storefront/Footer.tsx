import { CurrencyButton } from "../features/money/currency/components/CurrencyButton";
import { paths } from "../lib/paths";
import { useTranslation } from "../lib/translation";
import { Isolate } from "../lib/words";
import { Lattice } from "../ui/Lattice";
import { Link } from "../ui/Link";

/** The foot of every page. */
export function Footer() {
  return (
    <footer className="relative mt-12 print:hidden overflow-hidden border-t border-line bg-tint">
      <Lattice />
      <FooterLinks />
    </footer>
  );
}

export function FooterLinks() {
  const { t } = useTranslation("shell");
  const links = [
    { to: paths.branchesResults, text: t("footer.branches") },
    { to: paths.blogs, text: t("footer.blogs") },
    { to: paths.information("about"), text: t("footer.about") },
    { to: paths.information("faq"), text: t("footer.faq") },
    { to: paths.contactUs, text: t("footer.contact") },
    { to: paths.information("shipping"), text: t("footer.shipping") },
    { to: paths.information("returns"), text: t("footer.returns") },
    { to: paths.information("privacy"), text: t("footer.privacy") },
    { to: paths.information("terms"), text: t("footer.terms") },
  ];
  return (
    <div className="relative mx-auto flex max-w-7xl flex-wrap items-baseline justify-between gap-x-8 gap-y-3 px-4 sm:px-6 py-8">
      <p>
        <span className="text-lg font-bold text-go-text">{t("brand")}</span>{" "}
        <span className="text-muted">{t("footer.tagline")}</span>
      </p>
      <CurrencyButton className="md:hidden" />
      <nav aria-label={t("footer.label")}>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {links.map((link) => (
            <li key={link.to}>
              <Link to={link.to} look="quiet" className="inline-flex min-h-11 items-center">
                <Isolate>{link.text}</Isolate>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
