import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { User } from "../../api/types";
import { cookieNames, readCookie } from "../../lib/cookies";
import { useNavigate } from "../../lib/history";
import { toLang } from "../../lib/lang";
import { inLanguage, paths } from "../../lib/paths";
import { useScope } from "../../lib/scope";
import { sessionName, startSession } from "../../lib/session";
import { parseAddress } from "../../lib/url";
import { askPreferences } from "../account/api";
import { adoptPreferences } from "../account/preferences";
import { keepUser } from "../account/userSlice";
import { claimAfterSignIn } from "../cart/claim";

/** Milliseconds between a sign-in and the way home, as specified. */
const homeDelay = 500;

export interface SignedIn {
  token: string;
  /** As the login or the registration answered them. */
  user: User | null;
  /** Just registered: the first thing needed is an address. */
  isNew: boolean;
  /** Begun inside a task: goes on with it instead. */
  goOn?: (() => void) | undefined;
}

/** What follows a sign-in: the token is kept, the guest's cart comes along, and the way goes on. */
export function useSignedIn(close: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const scope = useScope();
  return useCallback(
    async ({ token, user, isNew, goOn }: SignedIn) => {
      startSession(token);
      if (user) {
        keepUser(user, sessionName(), Date.now());
        // Only where notices may be on; whoever left them on is not waited for.
        if (globalThis.Notification?.permission === "granted")
          void import("../notices/push")
            .then(({ takeOver }) => takeOver(user.id))
            .catch(() => undefined);
      }
      const bare = parseAddress(window.location.href).prefix === "";
      // A new device learns how they like the shop; that it could not be asked is no reason to wait.
      const [changed] = await Promise.all([
        isNew
          ? false
          : askPreferences().then(
              (kept) => adoptPreferences(kept, scope, bare),
              () => false,
            ),
        claimAfterSignIn(client, scope),
      ]);
      close();
      if (goOn) {
        // What was begun goes on as it is written; the next page follows the preferences.
        goOn();
      } else if (changed && bare) {
        // An address with a language in it keeps that; a bare one follows the preference.
        const home = readCookie(cookieNames.defaultLocation) !== null;
        const lang = toLang(readCookie(cookieNames.language) ?? scope.lang);
        window.location.assign(inLanguage(lang, home ? paths.home : paths.myAddress));
      } else if (isNew) {
        navigate(paths.addAddress);
      } else if (readCookie(cookieNames.defaultLocation) !== null) {
        setTimeout(() => navigate(paths.home), homeDelay);
      } else {
        navigate(paths.myAddress);
      }
    },
    [navigate, client, scope, close],
  );
}
