import { useEffect } from "react";
import { useLocation } from "../lib/history";
import { inLanguage, paths } from "../lib/paths";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { ButtonLink } from "../ui/ButtonLink";
import { EmptyState } from "../ui/EmptyState";
import { IconButton } from "../ui/IconButton";
import { applyHead } from "./head";
import { usePageReady } from "./pageReady";

/** The not-found page: for an unknown address, or an item that was deleted or belongs to another customer. */
export function NotFound({ origin }: { origin: string }) {
  const { t } = useTranslation("shell");
  const { lang } = useScope();
  const { pathname } = useLocation();
  useEffect(() => {
    applyHead(
      { title: t("not_found.title"), noIndex: true },
      { lang, origin, path: pathname, brand: t("brand") },
    );
  }, [t, lang, origin, pathname]);
  usePageReady();
  return (
    <EmptyState
      level={1}
      picture={<img src="/not-found.svg" alt="" width={240} height={176} />}
      title={t("not_found.title")}
      text={t("not_found.text")}
      action={
        <>
          {/* A plain form: it must work before any script is loaded. */}
          <search className="w-full">
            <form
              action={inLanguage(lang, paths.searchResults)}
              className="flex h-12 items-center gap-1 rounded-full border border-control bg-card px-2"
            >
              <input
                type="search"
                name="q"
                required
                aria-label={t("search:label")}
                placeholder={t("search:placeholder")}
                className="h-full min-w-0 flex-1 rounded-full bg-transparent px-3 placeholder:text-muted"
              />
              <IconButton type="submit" icon="search" label={t("search:submit")} />
            </form>
          </search>
          <div className="flex flex-wrap justify-center gap-2">
            <ButtonLink to={paths.home} variant="primary">
              {t("not_found.home")}
            </ButtonLink>
            <ButtonLink to={paths.contactUs}>{t("footer.contact")}</ButtonLink>
          </div>
        </>
      }
    />
  );
}
