import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/errors";
import { useAction } from "../../../api/useAction";
import { useNavigate } from "../../../lib/history";
import { definePage, usePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { startStaffSession } from "../../../lib/staffSession";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { Card } from "../../../ui/Card";
import { Lattice } from "../../../ui/Lattice";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";
import { staffSignIn } from "./api";
import { accountPath, placeAfterSignIn } from "./model";

type Field = "email" | "password" | "code";

/** Refusals to which a code of the second factor is the answer. */
const askForCode = [
  "second_factor_needed",
  "second_factor_wrong",
  "second_factor_used",
  "staff_busy",
];

const needsCode = (error: unknown) => error instanceof ApiError && askForCode.includes(error.code);

/** E-mail, password and, for whoever has a second factor, its code; then on to where one was. */
function SignIn() {
  const { t } = useTranslation("auth");
  const { query } = usePage();
  const { session } = useScope();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<Field, string>>({
    email: "",
    password: "",
    code: "",
  });
  const [tried, setTried] = useState(false);
  const { busy, failure, problem, errorOf, run } = useAction();
  const [withCode, setWithCode] = useState(false);
  const [onPaper, setOnPaper] = useState(false);
  const first = useRef("");
  const from = query.get("from");

  useEffect(() => {
    // Also when somebody signs in in another tab.
    if (session !== "") navigate(first.current || placeAfterSignIn(from), { replace: true });
  }, [session, from, navigate]);

  useEffect(() => {
    if (withCode) form.current?.querySelector<HTMLElement>('[name="code"]')?.focus();
  }, [withCode]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    const empty = (["email", "password"] as const).find((name) => values[name].trim() === "");
    if (empty) {
      form.current?.querySelector<HTMLElement>(`[name="${empty}"]`)?.focus();
      return;
    }
    await run(
      async () => {
        const { token, staff } = await staffSignIn(
          values.email.trim(),
          values.password,
          values.code.trim(),
        );
        if (staff.must !== "") first.current = accountPath;
        startStaffSession(token, staff.id);
      },
      { leaves: true, failed: (error) => needsCode(error) && setWithCode(true) },
    );
  }

  // The first time is no mistake: the field that appears says what to do.
  const asked = failure instanceof ApiError && failure.code === "second_factor_needed";
  const field = (name: Field) => ({
    name,
    label: t(name),
    value: values[name],
    required: true,
    onValueChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
    error: tried && values[name].trim() === "" ? t("required") : undefined,
  });
  return (
    <div className="mx-auto max-w-md py-6 sm:py-12">
      <Card padding="lg" className="overflow-hidden">
        <Lattice size={64} />
        <h1 className="text-2xl font-bold">{t("title")}</h1>
        <p className="mt-1 text-muted text-pretty">{t("text")}</p>
        <form ref={form} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
          {from !== "" && !problem && <Notice>{t("again")}</Notice>}
          <TextInput
            {...field("email")}
            dir="ltr"
            inputMode="email"
            autoCapitalize="none"
            autoComplete="username"
            spellCheck={false}
          />
          <TextInput {...field("password")} type="password" autoComplete="current-password" />
          {withCode && (
            <div className="flex flex-col items-start gap-2">
              <TextInput
                {...field("code")}
                key={String(onPaper)}
                label={t(onPaper ? "recovery_code" : "code")}
                hint={t(onPaper ? "recovery_code_hint" : "code_hint")}
                error={asked ? undefined : errorOf("code")}
                required={false}
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
          {problem && !asked && !errorOf("code") && (
            <Notice tone="trouble" live>
              {problem}
            </Notice>
          )}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            wide
            loading={busy}
            loadingLabel={t("busy")}
          >
            {t("submit")}
          </Button>
        </form>
      </Card>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("auth:title"), noIndex: true }),
  Component: SignIn,
});
