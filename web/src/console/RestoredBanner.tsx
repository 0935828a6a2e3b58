import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { request } from "../api/client";
import { useFields } from "../api/useFields";
import { meQuery } from "../backoffice/me";
import { accountPath } from "../features/identity/auth/console/model";
import { useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { useFormat } from "../lib/useFormat";
import { Button } from "../ui/Button";
import { Failure } from "../ui/Failure";
import { Link } from "../ui/Link";
import { TextInput } from "../ui/TextInput";

/** Above every page of a copy that was restored from a backup, until an owner confirms it. */
export function RestoredBanner() {
  const { t } = useTranslation("console");
  const format = useFormat();
  const { data: me } = useQuery(meQuery(useScope()));
  const [asking, setAsking] = useState(false);
  if (!me || me.restored_at === undefined) return null;
  const owner = me.capabilities.includes("settings.change");
  return (
    <section
      aria-labelledby="restored-title"
      className="border-b border-line bg-tint px-4 py-3 text-sm print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div className="min-w-0 flex-1 basis-80">
          <h2 id="restored-title" className="font-semibold">
            {t("restored_title", { date: format.dayTime(Date.parse(me.restored_at)) })}
          </h2>
          <p className="text-pretty">{t(owner ? "restored_text" : "restored_text_staff")}</p>
        </div>
        {owner && !asking && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t("restored_confirm")}
          </Button>
        )}
      </div>
      {asking && <Confirm cancel={() => setAsking(false)} />}
    </section>
  );
}

/** Asks for the password and a code of the second factor. */
function Confirm({ cancel }: { cancel: () => void }) {
  const { t } = useTranslation(["console", "auth"]);
  const scope = useScope();
  const client = useQueryClient();
  const form = useFields({ current_password: "", code: "" }, ({ current_password, code }) => ({
    current_password: current_password === "" ? t("auth:required") : undefined,
    code: code.trim() === "" ? t("auth:required") : undefined,
  }));
  async function send() {
    await request("POST", "/console/restored/confirm", {
      body: {
        current_password: form.values.current_password,
        code: form.values.code.trim(),
      },
    });
    await client.invalidateQueries({ queryKey: meQuery(scope).queryKey });
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(send)}
      noValidate
      className="mt-3 flex max-w-xl flex-col gap-3"
    >
      <p className="text-pretty">{t("restored_warning")}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextInput
          {...form.field("current_password")}
          label={t("auth:current_password")}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextInput
          {...form.field("code")}
          label={t("auth:code")}
          hint={t("auth:code_or_recovery")}
          dir="ltr"
          autoComplete="one-time-code"
          spellCheck={false}
          required
        />
      </div>
      <Failure of={form.elsewhere} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={form.busy}>
          {t("restored_confirm")}
        </Button>
        <Button variant="plain" onClick={cancel}>
          {t("restored_later")}
        </Button>
        <Link to={accountPath}>{t("restored_factor")}</Link>
      </div>
    </form>
  );
}
