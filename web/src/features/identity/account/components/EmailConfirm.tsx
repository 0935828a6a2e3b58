import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CodeTimes } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import {
  preferencesQuery,
  profileQuery,
  sendEmailCode,
  verifyEmail,
} from "../../../../shop/account/api";
import { CodeEntry } from "../../../../shop/signIn/CodeEntry";
import { useHeldBack } from "../../../../shop/signIn/useHeldBack";
import { Button } from "../../../../ui/Button";
import { Ltr } from "../../../../ui/Ltr";
import { Notice } from "../../../../ui/Notice";

/** Confirms an e-mail address: sends a code to it, and asks for that code. */
export function EmailConfirm({ email }: { email: string }) {
  const { t } = useTranslation("profile");
  const scope = useScope();
  const client = useQueryClient();
  const [sent, setSent] = useState<{ answer: CodeTimes; at: number } | null>(null);
  const { busy, failure, problem, run } = useAction();
  const held = useHeldBack(failure);

  const send = async () => setSent({ answer: await sendEmailCode(), at: Date.now() });
  async function begin() {
    await run(async () => {
      await send();
    });
  }
  async function confirm(code: string) {
    await verifyEmail(email, code);
    client.setQueryData(profileQuery(scope).queryKey, (now) =>
      now ? { ...now, email_verified: true } : now,
    );
    // From now on offers can be sent to this address.
    await client.invalidateQueries({ queryKey: preferencesQuery(scope).queryKey });
  }
  if (sent) {
    return (
      <CodeEntry
        key={sent.at}
        sent={sent.answer}
        where={
          <>
            {t("email_sent")} <Ltr>{email}</Ltr>
          </>
        }
        onCode={confirm}
        onResend={send}
      />
    );
  }
  return (
    <>
      <Notice
        icon="mail"
        title={t("email_unconfirmed")}
        action={
          <Button size="sm" loading={busy} disabled={held} onClick={() => void begin()}>
            {t("email_confirm")}
          </Button>
        }
      >
        {t("email_why")}
      </Notice>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
    </>
  );
}
