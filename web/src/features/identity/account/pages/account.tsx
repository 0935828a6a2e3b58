import { openDialog } from "../../../../lib/dialogs";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Container } from "../../../../ui/Container";
import { Hero } from "../../../../ui/Hero";
import { PageHead } from "../../../../ui/PageHead";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { Points } from "../../../money/loyalty/components/Points";
import { Balance } from "../../../money/wallet/components/Balance";
import { Menu } from "../components/Menu";
import { Person } from "../components/Person";
import { SignOut } from "../components/SignOut";

function AccountPage() {
  const { t } = useTranslation("account");
  const { ready, session } = useScope();
  const signedIn = session !== "";
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("title")} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        {!ready ? (
          <SkeletonGroup label={t("profile_loading")}>
            <Skeleton shape="block" className="h-48" />
          </SkeletonGroup>
        ) : signedIn ? (
          <Person balance={<Balance />} points={<Points />} />
        ) : (
          <Guest />
        )}
        <div className="flex flex-col gap-6 lg:row-span-2">
          <Menu />
        </div>
        {signedIn && <SignOut />}
      </div>
    </Container>
  );
}

function Guest() {
  const { t } = useTranslation("account");
  return (
    <Hero className="flex min-h-48 flex-col justify-end gap-1">
      <h2 className="text-2xl font-semibold">{t("guest")}</h2>
      <p>{t("guest_text")}</p>
      <Button icon="user" size="lg" className="mt-4" onClick={() => openDialog("signIn", {})}>
        {t("sign_in")}
      </Button>
    </Hero>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("account:title"), noIndex: true }),
  Component: AccountPage,
});
