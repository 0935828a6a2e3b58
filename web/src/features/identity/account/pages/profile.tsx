import { useQuery } from "@tanstack/react-query";
import type { User } from "../../../../api/types";
import { definePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { profileQuery } from "../../../../shop/account/api";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { PageHead } from "../../../../ui/PageHead";
import { DeleteAccount } from "../components/DeleteAccount";
import { DownloadData } from "../components/DownloadData";
import { ProfileForm } from "../components/ProfileForm";
import { Sessions } from "../components/Sessions";

const columns = "grid items-start gap-4 lg:gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]";

function ProfilePage() {
  const { t } = useTranslation("profile");
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("title")} />
      <SignInFirst>
        <Profile />
      </SignInFirst>
    </Container>
  );
}

function Profile() {
  const profile = useQuery(profileQuery(useScope()));
  return (
    <Loaded query={profile} texts="profile" skeleton={["h-160", "h-40"]} layout={columns}>
      {(user) => (
        <div className={columns}>
          <div className="flex flex-col gap-4">
            <ProfileForm key={user.id} user={user} />
            <SignIn user={user} />
          </div>
          <div className="flex flex-col gap-4">
            <Sessions />
            <DownloadData />
            <DeleteAccount user={user} />
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** The customer's sign-in data. */
function SignIn({ user }: { user: User }) {
  const { t } = useTranslation("profile");
  const { phone } = useFormat();
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("sign_in")}</h2>
      <dl className="grid gap-4 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">{t("phone")}</dt>
          <dd className="font-medium">
            <Ltr>{phone(user.phone)}</Ltr>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t("password")}</dt>
          <dd className="font-medium">
            {t(user.has_password ? "password_is_set" : "password_none")}
          </dd>
        </div>
      </dl>
      <ButtonLink to={paths.changePassword} icon="lock" className="self-start">
        {t(user.has_password ? "change_password" : "set_password")}
      </ButtonLink>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("profile:title"), noIndex: true }),
  Component: ProfilePage,
});
