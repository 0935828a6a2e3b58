import { type FormEvent, useEffect, useRef, useState } from "react";
import { errorText } from "../../../api/errors";
import { useAction } from "../../../api/useAction";
import { useNavigate } from "../../../lib/history";
import { definePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { startStaffSession } from "../../../lib/staffSession";
import { useTranslation } from "../../../lib/translation";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Lattice } from "../../../ui/Lattice";
import { Notice } from "../../../ui/Notice";
import { TextInput } from "../../../ui/TextInput";
import { becomeOwner, checkLink, type OwnerBody } from "./api";

const empty: Required<OwnerBody> = { name: "", email: "", phone: "", password: "" };

/** The set-up link leads here: who opens it becomes the shop's owner. */
function BeginPage() {
  const { t } = useTranslation("setup");
  const { t: all } = useTranslation();
  const { lang } = useScope();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  // What stands behind # reaches no server and no log.
  const [link] = useState(() => window.location.hash.slice(1));
  const [values, setValues] = useState(empty);
  const [touched, setTouched] = useState<readonly string[]>([]);
  const [over, setOver] = useState<unknown>(null);
  const { busy, failure, problem, errorOf, run } = useAction();

  useEffect(() => void checkLink(link).catch(setOver), [link]);
  useEffect(() => {
    if (failure !== null) {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
  }, [failure]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTouched([]);
    await run(
      async () => {
        const { token, staff } = await becomeOwner(link, lang, values);
        startStaffSession(token, staff.id);
        navigate("/setup", { replace: true });
      },
      { leaves: true },
    );
  }
  const field = (name: keyof OwnerBody) => ({
    name,
    label: t(`owner_${name}`),
    value: values[name],
    onValueChange: (value: string) => {
      setValues((now) => ({ ...now, [name]: value }));
      setTouched((now) => [...now, name]);
    },
    error: touched.includes(name) ? undefined : errorOf(name),
  });
  const atFields = Object.keys(empty).some((name) => errorOf(name));
  return (
    <div className="mx-auto max-w-md py-6 sm:py-12">
      <Card padding="lg" className="overflow-hidden">
        <Lattice size={64} />
        <h1 className="text-2xl font-bold text-balance">{t("begin_title")}</h1>
        {over !== null ? (
          <div className="mt-4 flex flex-col items-start gap-4">
            <Notice tone="trouble" live>
              {errorText(over, all, { inPlace: true })}
            </Notice>
            <ButtonLink to="/sign-in">{t("to_sign_in")}</ButtonLink>
          </div>
        ) : (
          <>
            <p className="mt-1 text-muted text-pretty">{t("begin_text")}</p>
            <form ref={form} onSubmit={submit} noValidate className="mt-6 flex flex-col gap-5">
              <TextInput {...field("name")} required autoComplete="name" />
              <TextInput
                {...field("email")}
                required
                type="email"
                autoComplete="username"
                spellCheck={false}
              />
              <TextInput
                {...field("phone")}
                type="tel"
                autoComplete="tel"
                dir="ltr"
                optionalLabel={t("optional")}
              />
              <TextInput
                {...field("password")}
                required
                type="password"
                autoComplete="new-password"
                hint={t("password_hint")}
              />
              {problem && !atFields && (
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
                {t("begin_submit")}
              </Button>
            </form>
          </>
        )}
      </Card>
    </div>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("setup:begin_title"), noIndex: true }),
  Component: BeginPage,
});
