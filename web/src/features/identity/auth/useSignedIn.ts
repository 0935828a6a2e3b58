import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SignedIn as Answer, User } from "../../../api/types";
import { cookieNames, hasPlace, readCookie } from "../../../lib/cookies";
import { loadNextPage, useNavigate } from "../../../lib/history";
import { wayBack } from "../../../lib/left";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { nameOf, sessionName, startSession } from "../../../lib/session";
import { useTranslation } from "../../../lib/translation";
import { askPreferences } from "../../../shop/account/api";
import { adoptPreferences } from "../../../shop/account/preferences";
import { keepUser } from "../../../shop/account/userSlice";
import { shopFor } from "../../../shop/addresses/model";
import { claimAfterSignIn } from "../../../shop/cart/claim";
import { offerLanguage } from "./offerLanguage";

/** Milliseconds between a sign-in and the way on, as specified. */
const homeDelay = 500;

export interface SignedIn {
  token: string;
  /** As the login or the registration answered them. */
  user: User | null;
  /** Their default address, by the same answer. */
  home?: Answer["default_address"] | undefined;
  /** Just registered: the first thing needed is an address. */
  isNew: boolean;
  /** Begun inside a task: goes on with it instead. */
  goOn?: (() => void) | undefined;
  /** Leads to where the same customer's session ended, instead of home. */
  back?: boolean | undefined;
}

/** What follows a sign-in: the token is kept, the guest's cart comes along, and the way goes on. */
export function useSignedIn(close: () => void) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const scope = useScope();
  const { t } = useTranslation();
  return useCallback(
    ({ token, user, home, isNew, goOn, back = false }: SignedIn) => {
      startSession(token);
      if (user) {
        keepUser(user, sessionName(), Date.now());
        // Only where notices may be on; whoever left them on is not waited for.
        if (globalThis.Notification?.permission === "granted")
          void import("../notices/push")
            .then(({ takeOver }) => takeOver(user.id))
            .catch(() => undefined);
      }
      // Nobody waits for either: the guest's cart comes along, and a new device learns how they like the shop.
      void claimAfterSignIn(client, scope);
      // Who has said where they live is not asked again on a new browser.
      if (home && !hasPlace()) shopFor(home, t);
      const left = wayBack(user && nameOf(user.id));
      // A new account is set to the language it was registered in.
      if (!isNew) {
        askPreferences().then(
          (kept) => {
            if (adoptPreferences(kept, scope)) loadNextPage();
            if (kept.lang !== scope.lang) offerLanguage(kept.lang, t);
          },
          () => undefined,
        );
      }
      close();
      if (goOn) goOn();
      else if (isNew) navigate(paths.addAddress);
      else {
        setTimeout(() => {
          const hasDefault = readCookie(cookieNames.defaultLocation) !== null;
          navigate((back && left) || (hasDefault ? paths.home : paths.myAddress));
        }, homeDelay);
      }
    },
    [navigate, client, scope, t, close],
  );
}
