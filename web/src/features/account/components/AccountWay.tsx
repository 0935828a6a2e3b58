import { paths } from "../../../lib/paths";
import { useTranslation } from "../../../lib/translation";
import { Breadcrumbs, type Crumb } from "../../../ui/Breadcrumbs";

/** The way back to the account's menu, for phones above all. */
export function AccountWay({ here, between = [] }: { here: string; between?: readonly Crumb[] }) {
  const { t } = useTranslation("account");
  return (
    <Breadcrumbs
      label={t("way")}
      items={[{ label: t("title"), to: paths.account }, ...between, { label: here }]}
    />
  );
}
