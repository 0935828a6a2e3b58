import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError, errorText } from "../../../api/errors";
import { definePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { ErrorState } from "../../../ui/ErrorState";
import { Notice } from "../../../ui/Notice";
import { Skeleton } from "../../../ui/Skeleton";
import { SkeletonGroup } from "../../../ui/SkeletonGroup";
import { TextInput } from "../../../ui/TextInput";
import { NewPassword } from "../../auth/components/NewPassword";
import { SignInFirst } from "../../auth/components/SignInFirst";
import { noPasswords, type Passwords, wrongPasswords } from "../../auth/model";
import { changePassword, profileQuery } from "../api";
import { AccountWay } from "../components/AccountWay";

function PasswordPage() {
  const { t } = useTranslation("profile");
  return (
    <Container width="narrow" className="flex flex-col gap-5 py-6">
      <AccountWay here={t("password")} between={[{ label: t("title"), to: paths.profile }]} />
      <h1 className="text-2xl font-semibold">{t("password")}</h1>
      <SignInFirst>
        <Password />
      </SignInFirst>
    </Container>
  );
}

function Password() {
  const { t } = useTranslation("profile");
  const profile = useQuery(profileQuery(useScope()));
  if (profile.isError && !profile.data) {
    return (
      <ErrorState
        title={t("failed")}
        retryLabel={t("retry")}
        onRetry={() => void profile.refetch()}
        retrying={profile.isFetching}
      />
    );
  }
  if (!profile.data) {
    return (
      <SkeletonGroup label={t("loading")}>
        <Skeleton shape="block" className="h-80" />
      </SkeletonGroup>
    );
  }
  return <PasswordForm had={profile.data.has_password} />;
}

/** The first password, or another in its place; other devices are signed out by it. */
function PasswordForm({ had }: { had: boolean }) {
  const { t } = useTranslation("profile");
  const scope = useScope();
  const client = useQueryClient();
  const [current, setCurrent] = useState("");
  const [passwords, setPasswords] = useState<Passwords>(noPasswords);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [done, setDone] = useState<string | null>(null);
  const refused = failure instanceof ApiError ? failure : null;
  const inField = ["current_password", "password", "password_confirmation"].some((one) =>
    refused?.field(one),
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if ((had && current === "") || Object.keys(wrongPasswords(passwords)).length > 0) return;
    setBusy(true);
    setFailure(null);
    try {
      setDone(
        await changePassword({ ...(had ? { current_password: current } : {}), ...passwords }),
      );
      client.setQueryData(profileQuery(scope).queryKey, (now) =>
        now ? { ...now, has_password: true } : now,
      );
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  if (done !== null) {
    return (
      <Notice
        tone="success"
        live
        action={
          <ButtonLink size="sm" to={paths.profile}>
            {t("title")}
          </ButtonLink>
        }
      >
        {done}
      </Notice>
    );
  }
  return (
    <Card>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <p className="text-muted text-pretty">
          {t(had ? "password_change_text" : "password_first_text")}
        </p>
        {had && (
          <TextInput
            label={t("current_password")}
            type="password"
            required
            autoComplete="current-password"
            value={current}
            onValueChange={setCurrent}
            error={
              refused?.field("current_password") ??
              (tried && current === "" ? t("required") : undefined)
            }
          />
        )}
        <NewPassword
          value={passwords}
          onChange={setPasswords}
          tried={tried}
          refused={(field) => refused?.field(field)}
        />
        {failure !== null && !inField && (
          <Notice tone="trouble" live>
            {errorText(failure, t, { inPlace: true })}
          </Notice>
        )}
        <Button type="submit" variant="primary" wide loading={busy} loadingLabel={t("saving")}>
          {t(had ? "change_password" : "set_password")}
        </Button>
      </form>
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("profile:password"), noIndex: true }),
  Component: PasswordPage,
});
