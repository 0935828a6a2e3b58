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

/** Milliseconds between a sign-in and the navigation, as specified. */
const homeDelay = 500;

export interface SignedIn {
  token: string;
  /** As returned by the sign-in or the registration. */
  user: User | null;
  /** The customer's default address, from the same answer. */
  home?: Answer["default_address"] | undefined;
  /** The account is new: its first step is to add an address. */
  isNew: boolean;
  /** Continues the interrupted action instead of navigating. */
  goOn?: (() => void) | undefined;
  /** Continues on the page where the same customer's session ended, instead of the home page. */
  back?: boolean | undefined;
}

/** Completes a sign-in: stores the token, claims the guest's cart and navigates. */
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
        // Only if notifications may be enabled; the sign-in does not wait for it.
        if (globalThis.Notification?.permission === "granted")
          void import("../notices/push")
            .then(({ takeOver }) => takeOver(user.id))
            .catch(() => undefined);
      }
      // These run in the background: claiming the guest's cart, and applying the account's preferences
      // on a new device.
      void claimAfterSignIn(client, scope);
      // On a new browser, a customer with a default address is not asked for a location again.
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
