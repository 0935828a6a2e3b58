import { openDialog } from "../../../lib/dialogs";
import { definePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { Balance } from "../../wallet/components/Balance";
import { Menu } from "../components/Menu";
import { Person } from "../components/Person";
import { SignOut } from "../components/SignOut";

function AccountPage() {
  const { t } = useTranslation("account");
  const { ready, session } = useScope();
  const signedIn = session !== "";
  return (
    <Container className="flex max-w-xl flex-col gap-5 py-6 lg:max-w-7xl">
      <h1 className="text-2xl font-semibold">{t("title")}</h1>
      {!ready ? (
        <SkeletonGroup label={t("profile_loading")}>
          <Skeleton shape="block" className="h-24" />
        </SkeletonGroup>
      ) : signedIn ? (
        <Person />
      ) : (
        <Guest />
      )}
      <Menu balance={<Balance />} />
      {signedIn && <SignOut />}
    </Container>
  );
}

function Guest() {
  const { t } = useTranslation("account");
  return (
    <Card className="flex min-h-24 items-center justify-between gap-4">
      <div className="min-w-0">
        <h2 className="text-lg font-semibold">{t("guest")}</h2>
        <p className="hidden text-muted sm:block">{t("guest_text")}</p>
      </div>
      <Button variant="primary" icon="user" onClick={() => openDialog("signIn", { stay: true })}>
        {t("sign_in")}
      </Button>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("account:title"), noIndex: true }),
  Component: AccountPage,
});
