import { useQuery } from "@tanstack/react-query";
import { useFields } from "../../../../api/useFields";
import { useLocation, useNavigate } from "../../../../lib/history";
import { definePage } from "../../../../lib/page";
import { startStaffSession } from "../../../../lib/staffSession";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { EmptyState } from "../../../../ui/EmptyState";
import { Failure } from "../../../../ui/Failure";
import { Lattice } from "../../../../ui/Lattice";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { TextInput } from "../../../../ui/TextInput";
import { join, lookAtInvitation } from "./api";

/** The page of an invitation link: the invited person chooses a password and is signed in. */
function JoinPage() {
  const { t } = useTranslation("staff");
  const { hash } = useLocation();
  const secret = hash.replace(/^#/, "");
  const invitation = useQuery({
    queryKey: ["/console/join/look", secret],
    queryFn: ({ signal }) => lookAtInvitation(secret, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="mx-auto max-w-md py-6 sm:py-12">
      <Loaded
        query={invitation}
        texts="backoffice"
        level={1}
        skeleton={["h-96"]}
        instead={{
          400: (words) => (
            <EmptyState
              level={1}
              icon="link"
              title={t("join_over")}
              text={words}
              action={
                <ButtonLink to="/sign-in" variant="primary">
                  {t("to_sign_in")}
                </ButtonLink>
              }
            />
          ),
        }}
      >
        {({ name, sign_in, role, branches }) => (
          <Card padding="lg" className="overflow-hidden">
            <Lattice size={64} />
            <h1 className="text-2xl font-bold">{t("join_title", { name })}</h1>
            <Work role={role} branches={branches.map((one) => one.name)} signIn={sign_in} />
            <JoinForm secret={secret} signIn={sign_in} />
          </Card>
        )}
      </Loaded>
    </div>
  );
}

function Work({
  role,
  branches,
  signIn,
}: {
  role: string;
  branches: readonly string[];
  signIn: string;
}) {
  const { t } = useTranslation("staff");
  const { t: shell } = useTranslation("console");
  const { phone } = useFormat();
  return (
    <dl className="mt-3 flex flex-col gap-1">
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">{t("role")}</dt>
        <dd className="font-medium">{shell(`role_${role}`)}</dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">{t("branches")}</dt>
        <dd className="font-medium">{branches.join(" · ") || t("all_branches")}</dd>
      </div>
      <div className="flex flex-wrap gap-x-2">
        <dt className="text-muted">{t("sign_in")}</dt>
        <dd className="font-medium">
          <Ltr>{signIn.includes("@") ? signIn : phone(signIn)}</Ltr>
        </dd>
      </div>
    </dl>
  );
}

function JoinForm({ secret, signIn }: { secret: string; signIn: string }) {
  const { t } = useTranslation("staff");
  const { t: account } = useTranslation("auth");
  const navigate = useNavigate();
  const form = useFields({ password: "" });

  async function enter() {
    const { token, staff } = await join(secret, form.values.password);
    startStaffSession(token, staff.id);
    navigate(staff.must === "" ? "/" : "/account", { replace: true });
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(enter, { leaves: true })}
      noValidate
      className="mt-6 flex flex-col gap-5"
    >
      <input type="hidden" name="username" autoComplete="username" value={signIn} />
      <TextInput
        {...form.field("password")}
        label={t("choose_password")}
        hint={account("new_password_hint")}
        type="password"
        autoComplete="new-password"
        required
      />
      <Failure of={form.elsewhere} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        wide
        loading={form.busy}
        loadingLabel={account("busy")}
      >
        {t("join")}
      </Button>
    </form>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("staff:join"), noIndex: true }),
  Component: JoinPage,
});
