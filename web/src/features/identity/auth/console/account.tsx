import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Notice } from "../../../../ui/Notice";
import { SecondFactor } from "./components/SecondFactor";
import { StaffPassword } from "./components/StaffPassword";
import { StaffSessions } from "./components/StaffSessions";

/** The signed-in person's password, second factor and sessions. */
function AccountPage() {
  const { t } = useTranslation("auth");
  const { data: me } = useQuery(meQuery(useScope()));
  const must = me?.must ?? "";
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6">
      <div>
        <h1 className="text-2xl font-bold">{t("account")}</h1>
        {me && (
          <p className="text-muted">
            <bdi>{me.name}</bdi> · <bdi>{me.email}</bdi>
          </p>
        )}
      </div>
      {must !== "" && <Notice tone="warning">{t(`must_${must}`)}</Notice>}
      {must !== "second_factor" && <StaffPassword />}
      {must !== "password" && <SecondFactor />}
      {must === "second_factor" && <StaffPassword />}
      {must !== "password" && <StaffSessions />}
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("auth:account"), noIndex: true }),
  Component: AccountPage,
});
