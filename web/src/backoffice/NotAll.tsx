import { useTranslation } from "../lib/translation";

/** Below a list within a record that the server cut short. */
export function NotAll() {
  const { t } = useTranslation("backoffice");
  return <p className="text-sm text-muted">{t("not_all")}</p>;
}
