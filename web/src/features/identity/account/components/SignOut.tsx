import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginEnding } from "../../../../lib/closed";
import { endSession } from "../../../../lib/session";
import { useTranslation } from "../../../../lib/translation";
import { signOut } from "../../../../shop/signIn/api";
import { Button } from "../../../../ui/Button";
import { switchOff } from "../../notices/push";

/** Milliseconds the server may take to end the session before this browser discards it anyway. */
const patience = 3_000;

/**
 * Ends the session on the server and here. If the server cannot be reached, the token is discarded on this device all
 * the same, and expires by itself.
 */
export function SignOut() {
  const { t } = useTranslation("account");
  const [leaving, setLeaving] = useState(false);
  const queries = useQueryClient();
  async function leave() {
    setLeaving(true);
    // Requests under way would be refused once the session has ended, as would new ones.
    beginEnding();
    // If the browser's back button restored this page, it would wait for answers forever.
    window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    void queries.cancelQueries();
    await Promise.race([
      // The next person at this browser must not receive this customer's notifications.
      switchOff()
        .catch(() => undefined)
        .then(signOut)
        .catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, patience)),
    ]);
    endSession();
  }
  return (
    <Button
      icon="logout"
      className="self-start md:max-lg:justify-self-start"
      loading={leaving}
      loadingLabel={t("signing_out")}
      onClick={() => void leave()}
    >
      {t("sign_out")}
    </Button>
  );
}
