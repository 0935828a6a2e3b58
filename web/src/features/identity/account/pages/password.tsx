import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { profileQuery } from "../../../../shop/account/api";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Container } from "../../../../ui/Container";
import { Loaded } from "../../../../ui/Loaded";
import { PageHead } from "../../../../ui/PageHead";
import { PasswordForm } from "../components/PasswordForm";

function PasswordPage() {
  const { t } = useTranslation("profile");
  return (
    <Container width="narrow" className="flex flex-col gap-4 py-6">
      <PageHead title={t("password")} />
      <SignInFirst>
        <Password />
      </SignInFirst>
    </Container>
  );
}

function Password() {
  const profile = useQuery(profileQuery(useScope()));
  return (
    <Loaded query={profile} texts="profile" skeleton={["h-80"]}>
      {(user) => <PasswordForm user={user} />}
    </Loaded>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("profile:password"), noIndex: true }),
  Component: PasswordPage,
});
