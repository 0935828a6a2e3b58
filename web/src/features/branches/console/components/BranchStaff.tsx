import { useTranslation } from "../../../../lib/translation";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";

/** Who works for a branch is said of the people. */
export function BranchStaff() {
  const { t } = useTranslation("sellers");
  return (
    <Card className="flex flex-col items-start gap-3">
      <p>{t("staff_text")}</p>
      <ButtonLink icon="user" to="/people">
        {t("staff_link")}
      </ButtonLink>
    </Card>
  );
}
