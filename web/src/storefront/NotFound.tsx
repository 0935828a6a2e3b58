import { useEffect } from "react";
import { useLocation } from "../lib/history";
import { paths } from "../lib/paths";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { ButtonLink } from "../ui/ButtonLink";
import { EmptyState } from "../ui/EmptyState";
import { usePageAlive } from "./alive";
import { applyHead } from "./head";
import { homePath } from "./links";

/** Nothing is here: an unknown address, or a thing that is gone or is somebody else's. */
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
  usePageAlive();
  const home = homePath();
  return (
    <EmptyState
      level={1}
      icon="search"
      title={t("not_found.title")}
      text={t("not_found.text")}
      action={
        <ButtonLink to={home} variant="primary">
          {t(home === paths.home ? "not_found.home" : "not_found.start")}
        </ButtonLink>
      }
    />
  );
}
