import { useEffect, useRef, useState } from "react";
import { ApiError } from "../../../../api/errors";
import { useFields } from "../../../../api/useFields";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { startStaffSession } from "../../../../lib/staffSession";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Checkbox } from "../../../../ui/Checkbox";
import { Failure } from "../../../../ui/Failure";
import { Lattice } from "../../../../ui/Lattice";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { staffSignIn } from "./api";
import { accountPath, placeAfterSignIn } from "./model";

/** Refusals that require a code of the second factor. */
const askForCode = [
  "second_factor_needed",
  "second_factor_wrong",
  "second_factor_used",
  "staff_busy",
];

const needsCode = (error: unknown) => error instanceof ApiError && askForCode.includes(error.code);

/** E-mail, password and, for people with a second factor, its code; then the page they came from. */
function SignIn() {
  const { t } = useTranslation("auth");
  const { query } = usePage();
  const { session } = useScope();
  const navigate = useNavigate();
  const gap = (text: string) => (text.trim() === "" ? t("required") : undefined);
  const form = useFields({ email: "", password: "", code: "" }, ({ email, password }) => ({
    email: gap(email),
    password: gap(password),
  }));
  const { failure, ref } = form;
  const [withCode, setWithCode] = useState(false);
  const [stay, setStay] = useState(false);
  const [onPaper, setOnPaper] = useState(false);
  const first = useRef("");
  const from = query.get("from");

  useEffect(() => {
    // This also happens when the person signs in in another tab.
    if (session !== "") navigate(first.current || placeAfterSignIn(from), { replace: true });
  }, [session, from, navigate]);

  useEffect(() => {
    if (withCode) ref.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
  }, [withCode, ref]);

  async function signIn() {
    const { email, password, code } = form.values;
    const { token, staff } = await staffSignIn(email.trim(), password, code.trim(), stay);
    if (staff.must !== "") first.current = accountPath;
    startStaffSession(token, staff.id);
  }

  // The first refusal is not an error: the new field explains what to do.
  const asked = failure instanceof ApiError && failure.code === "second_factor_needed";
  const field = (name: "email" | "password" | "code") => ({
    ...form.field(name),
    label: t(name),
    required: name !== "code",
  });
  return (
    <div className="mx-auto max-w-md py-6 sm:py-12">
      <Card padding="lg" className="overflow-hidden">
        <Lattice size={64} />
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="mt-1 text-muted text-pretty">{t("text")}</p>
        <form
          ref={ref}
          onSubmit={form.submit(signIn, {
            leaves: true,
            failed: (error) => needsCode(error) && setWithCode(true),
          })}
          noValidate
          className="mt-6 flex flex-col gap-5"
        >
          {from !== "" && failure === null && <Notice>{t("again")}</Notice>}
          <TextInput
            {...field("email")}
            dir="ltr"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="username"
            spellCheck={false}
          />
          <TextInput {...field("password")} type="password" autoComplete="current-password" />
          <Checkbox
            label={t("stay")}
            hint={t("stay_hint")}
            checked={stay}
            onCheckedChange={setStay}
          />
          {withCode && (
            <div className="flex flex-col items-start gap-2">
              <TextInput
                {...field("code")}
                key={String(onPaper)}
                label={t(onPaper ? "recovery_code" : "code")}
                hint={t(onPaper ? "recovery_code_hint" : "code_hint")}
                error={asked ? undefined : form.error("code")}
                dir="ltr"
                inputMode={onPaper ? "text" : "numeric"}
                autoComplete="one-time-code"
                spellCheck={false}
                className="w-full"
              />
              <Button variant="plain" size="sm" onClick={() => setOnPaper(!onPaper)}>
                {t(onPaper ? "use_app" : "use_recovery_code")}
              </Button>
            </div>
          )}
          {!asked && <Failure of={form.elsewhere} />}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            wide
            loading={form.busy}
            loadingLabel={t("busy")}
          >
            {t("submit")}
          </Button>
        </form>
        <details className="mt-4">
          <summary className="flex min-h-11 cursor-pointer items-center text-sm">
            {t("forgot")}
          </summary>
          <div className="flex flex-col gap-2 text-sm text-muted text-pretty">
            <p>{t("forgot_staff")}</p>
            <p>{t("forgot_owner")}</p>
            <Ltr className="block font-mono break-all">{t("forgot_command")}</Ltr>
          </div>
        </details>
      </Card>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("auth:title"), noIndex: true }),
  Component: SignIn,
});
