import { useEffect, useState } from "react";
import type { ReferralInvitation } from "../../../../api/types";
import { openDialog } from "../../../../lib/dialogs";
import { keepInvitation, keptInvitation } from "../../../../lib/kept";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Button } from "../../../../ui/Button";
import { Icon } from "../../../../ui/Icon";
import { IconButton } from "../../../../ui/IconButton";
import { invitationOf } from "../api";

/**
 * Included in every page. It stores the code of an invitation link, and shows once who invited the
 * visitor and to what. It floats above the page, so that nothing moves.
 */
export function InvitationHint() {
  const { t } = useTranslation();
  const format = useFormat();
  const { ready, session } = useScope();
  const [invitation, setInvitation] = useState<ReferralInvitation | null>(null);

  useEffect(() => {
    // A signed-in customer was not invited by this link.
    if (!ready || session !== "" || !keepInvitation(location.search)) return;
    const stop = new AbortController();
    invitationOf(keptInvitation() ?? "", stop.signal)
      .then((found) => setInvitation(found.valid ? found : null))
      .catch(() => {
        // The code stays stored anyway; the registration reports whether it is valid.
      });
    return () => stop.abort();
  }, [ready, session]);

  if (!invitation || session !== "") return null;
  return (
    <section aria-label={t("referral:hint_nameless")} className="flex justify-center px-4">
      <div className="pointer-events-auto flex w-full max-w-md items-center gap-3 rounded-card bg-card p-4 shadow-lift">
        <Icon name="user" size={32} className="text-go-text" />
        <div className="min-w-0 flex-1" role="status">
          <p className="font-semibold">
            {invitation.name
              ? t("referral:hint", { name: invitation.name })
              : t("referral:hint_nameless")}
          </p>
          <p className="text-sm text-muted">
            {t("referral:hint_text", {
              amount: format.money(invitation.reward, invitation.currency),
              days: t("referral:days", { count: invitation.window_days }),
            })}
          </p>
        </div>
        <Button variant="primary" size="sm" onClick={() => openDialog("signIn", {})}>
          {t("referral:join")}
        </Button>
        <IconButton icon="close" label={t("referral:close")} onClick={() => setInvitation(null)} />
      </div>
    </section>
  );
}
