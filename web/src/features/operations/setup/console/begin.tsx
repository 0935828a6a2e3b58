import { useEffect, useState } from "react";
import { errorText } from "../../../../api/errors";
import { useFields } from "../../../../api/useFields";
import { useNavigate } from "../../../../lib/history";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { startStaffSession } from "../../../../lib/staffSession";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Failure } from "../../../../ui/Failure";
import { Lattice } from "../../../../ui/Lattice";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { becomeOwner, checkLink, type OwnerBody } from "./api";

const empty: Required<OwnerBody> = { name: "", email: "", phone: "", password: "" };

/** The page of the set-up link: the person who opens it becomes the shop's owner. */
function BeginPage() {
  const { t } = useTranslation("setup");
  const { t: all } = useTranslation();
  const { lang } = useScope();
  const navigate = useNavigate();
  // The part of the URL after the # reaches no server and no log.
  const [link] = useState(() => window.location.hash.slice(1));
  const [over, setOver] = useState<unknown>(null);
  const form = useFields(empty);

  useEffect(() => void checkLink(link).catch(setOver), [link]);
  async function become() {
    const { token, staff } = await becomeOwner(link, lang, form.values);
    startStaffSession(token, staff.id);
    navigate("/setup", { replace: true });
  }
  const field = (name: keyof OwnerBody) => ({ ...form.field(name), label: t(`owner_${name}`) });
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
            <form
              ref={form.ref}
              onSubmit={form.submit(become, { leaves: true })}
              noValidate
              className="mt-6 flex flex-col gap-5"
            >
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
              <Failure of={form.elsewhere} />
              <Button
                type="submit"
                variant="primary"
                size="lg"
                wide
                loading={form.busy}
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
