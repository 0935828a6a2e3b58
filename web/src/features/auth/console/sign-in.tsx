import { type FormEvent, useEffect, useRef, useState } from "react";
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
import { placeAfterSignIn } from "./model";

type Field = "email" | "password";

/** E-mail and password, then on to where somebody wanted to be. */
function SignIn() {
  const { t } = useTranslation("auth");
  const { query } = usePage();
  const { session } = useScope();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Record<Field, string>>({ email: "", password: "" });
  const [tried, setTried] = useState(false);
  const { busy, problem, run } = useAction();
  const from = query.get("from");

  useEffect(() => {
    // Also when somebody signs in in another tab.
    if (session !== "") navigate(placeAfterSignIn(from), { replace: true });
  }, [session, from, navigate]);

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
        const { token, staff } = await staffSignIn(values.email.trim(), values.password);
        startStaffSession(token, staff.id);
      },
      { leaves: true },
    );
  }

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
          <TextInput {...field("email")} type="email" autoComplete="username" spellCheck={false} />
          <TextInput {...field("password")} type="password" autoComplete="current-password" />
          {problem && (
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
