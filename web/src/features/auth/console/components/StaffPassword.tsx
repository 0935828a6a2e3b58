import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useAction } from "../../../../api/useAction";
import { meQuery } from "../../../../backoffice/me";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { Card } from "../../../../ui/Card";
import { Notice } from "../../../../ui/Notice";
import { TextInput } from "../../../../ui/TextInput";
import { changeStaffPassword, staffSessionsQuery } from "../api";

/** One's own password: the old one is asked, and other sessions end. */
export function StaffPassword() {
  const { t } = useTranslation("auth");
  const scope = useScope();
  const client = useQueryClient();
  const { busy, problem, errorOf, run } = useAction();
  const [values, setValues] = useState({ current_password: "", password: "" });
  const [tried, setTried] = useState(false);
  const [done, setDone] = useState<string | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    setDone(null);
    if (values.current_password === "" || values.password === "") return;
    await run(async () => {
      setDone(await changeStaffPassword(values.current_password, values.password));
      setValues({ current_password: "", password: "" });
      setTried(false);
      await client.invalidateQueries({ queryKey: staffSessionsQuery(scope).queryKey });
      await client.invalidateQueries({ queryKey: meQuery(scope).queryKey });
    });
  }

  const field = (name: "current_password" | "password") => ({
    name,
    type: "password",
    value: values[name],
    required: true,
    onValueChange: (value: string) => setValues((now) => ({ ...now, [name]: value })),
    error: tried && values[name] === "" ? t("required") : errorOf(name),
  });
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t("change_password")}</h2>
      <form onSubmit={submit} noValidate className="flex max-w-md flex-col gap-4">
        <TextInput
          {...field("current_password")}
          label={t("current_password")}
          autoComplete="current-password"
        />
        <TextInput
          {...field("password")}
          label={t("new_password")}
          hint={t("new_password_hint")}
          autoComplete="new-password"
        />
        {problem && !errorOf("current_password") && !errorOf("password") && (
          <Notice tone="trouble" live>
            {problem}
          </Notice>
        )}
        {done && (
          <Notice tone="success" live>
            {done}
          </Notice>
        )}
        <Button
          type="submit"
          variant="primary"
          className="self-start"
          loading={busy}
          loadingLabel={t("saving")}
        >
          {t("save_password")}
        </Button>
      </form>
    </Card>
  );
}
