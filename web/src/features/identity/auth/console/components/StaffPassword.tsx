import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFields } from "../../../../../api/useFields";
import { meQuery } from "../../../../../backoffice/me";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Button } from "../../../../../ui/Button";
import { Card } from "../../../../../ui/Card";
import { Failure } from "../../../../../ui/Failure";
import { Notice } from "../../../../../ui/Notice";
import { TextInput } from "../../../../../ui/TextInput";
import { changeStaffPassword, staffSessionsQuery } from "../api";

const nothing = { current_password: "", password: "" };

/** Changes the signed-in person's password: it requires the current one, and ends other sessions. */
export function StaffPassword() {
  const { t } = useTranslation("auth");
  const scope = useScope();
  const client = useQueryClient();
  const [done, setDone] = useState<string | null>(null);
  const gap = (text: string) => (text === "" ? t("required") : undefined);
  const form = useFields(nothing, ({ current_password, password }) => ({
    current_password: gap(current_password),
    password: gap(password),
  }));

  async function change() {
    setDone(null);
    setDone(await changeStaffPassword(form.values.current_password, form.values.password));
    form.reset(nothing);
    await client.invalidateQueries({ queryKey: staffSessionsQuery(scope).queryKey });
    await client.invalidateQueries({ queryKey: meQuery(scope).queryKey });
  }
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("change_password")}</h2>
      <form
        ref={form.ref}
        onSubmit={form.submit(change)}
        noValidate
        className="flex max-w-md flex-col gap-4"
      >
        <TextInput
          {...form.field("current_password")}
          type="password"
          required
          label={t("current_password")}
          autoComplete="current-password"
        />
        <TextInput
          {...form.field("password")}
          type="password"
          required
          label={t("new_password")}
          hint={t("new_password_hint")}
          autoComplete="new-password"
        />
        <Failure of={form.elsewhere} />
        {done && (
          <Notice tone="success" live>
            {done}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={form.busy}
          loadingLabel={t("saving")}
        >
          {t("save_password")}
        </Button>
      </form>
    </Card>
  );
}
