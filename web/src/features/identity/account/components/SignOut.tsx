import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginEnding } from "../../../../lib/closed";
import { endSession } from "../../../../lib/session";
import { useTranslation } from "../../../../lib/translation";
import { signOut } from "../../../../shop/signIn/api";
import { Button } from "../../../../ui/Button";
import { switchOff } from "../../notices/push";

/** Milliseconds the server may take to end the session before this browser forgets it anyway. */
const patience = 3_000;

/**
 * Ends the session at the server and here. A server that cannot be reached keeps nobody signed in
 * on this device: the token is forgotten in any case and runs out by itself.
 */
export function SignOut() {
  const { t } = useTranslation("account");
  const [leaving, setLeaving] = useState(false);
  const queries = useQueryClient();
  async function leave() {
    setLeaving(true);
    // What is still being read would be refused once the session is over, and what begins now as well.
    beginEnding();
    // Brought back by the browser's way back, this page would wait for answers for good.
    window.addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
    void queries.cancelQueries();
    await Promise.race([
      // The next person at this browser is not told this one's news.
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
