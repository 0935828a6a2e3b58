import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { personalQuery } from "../../api/query";
import { signInHeaders } from "../../lib/kept";
import type { Scope } from "../../lib/scope";
import { copyValid, keepUser, keptUser } from "./userSlice";

/**
 * The profile of the signed-in customer. Starts from the stored copy, refetches it once it is ten
 * seconds old, and stores the answer.
 */
export const profileQuery = (scope: Scope) => {
  const { session } = scope;
  const base = personalQuery(scope, "/user/profile", { needsLogin: true });
  const [path, who] = base.queryKey;
  return queryOptions({
    queryKey: [path, who],
    meta: base.meta,
    enabled: base.enabled === true,
    queryFn: async ({ signal }) => {
      const { data } = await request("GET", "/user/profile", { signal });
      keepUser(data.user, session, Date.now());
      return data.user;
    },
    staleTime: copyValid,
    initialData: () => (scope.ready ? keptUser(session, Date.now())?.user : undefined),
    initialDataUpdatedAt: () => keptUser(session, Date.now())?.at,
  });
};

/** The fields of a profile that can be changed: omitted fields keep their value, null clears a field. */
export type ProfileChanges = Body<"PUT", "/user/profile">;

export const changeProfile = async (body: ProfileChanges) => {
  const { data, message } = await request("PUT", "/user/profile", {
    body,
    suppressToast: true,
  });
  return { user: data.user, message };
};

/** Sends a code to the customer's own phone, to set a password with. */
export const sendPasswordCode = async (method: "sms" | "whatsapp") =>
  (await request("POST", "/user/password/code", { body: { method }, suppressToast: true })).data;

/** Needs the current password or a code. */
export const changePassword = async (body: Body<"PUT", "/user/password">) =>
  (await request("PUT", "/user/password", { body, headers: signInHeaders(), suppressToast: true }))
    .message;

/** Sends a code to the profile's e-mail address. */
export const sendEmailCode = async () =>
  (await request("POST", "/user/email/code", { suppressToast: true })).data;

export const verifyEmail = async (email: string, code: string) =>
  (await request("POST", "/user/email/verify", { body: { email, code }, suppressToast: true }))
    .message;

/** The devices on which the customer is signed in, newest first. */
export const sessionsQuery = (scope: Scope) =>
  personalQuery(scope, "/user/sessions", { needsLogin: true });

export const endOneSession = (id: string) =>
  request("DELETE", "/user/sessions/{id}", { path: { id }, suppressToast: true });

export const endOtherSessions = () =>
  request("DELETE", "/user/sessions", { headers: signInHeaders(), suppressToast: true });

/** The reason why the account cannot be deleted, as text for the customer; null when it can be deleted. */
export const whatKeepsAccount = async () =>
  (await request("GET", "/user/delete", { suppressToast: true })).data.reason;

/** Sends a code to the customer's own phone, to delete the account with. */
export const sendDeleteCode = async (method: "sms" | "whatsapp") =>
  (await request("POST", "/user/delete/code", { body: { method }, suppressToast: true })).data;

export const deleteAccount = (proof: Body<"POST", "/user/delete">) =>
  request("POST", "/user/delete", { body: proof, suppressToast: true });

/** The customer's display preferences and the messages they agreed to receive. */
export const preferencesQuery = (scope: Scope) =>
  personalQuery(scope, "/user/preferences", { needsLogin: true });

/** Fetches the preferences once, outside a page's query. */
export const askPreferences = async () =>
  (await request("GET", "/user/preferences", { suppressToast: true })).data;

export type PreferenceChanges = Body<"PUT", "/user/preferences">;

export const changePreferences = async (body: PreferenceChanges) =>
  (await request("PUT", "/user/preferences", { body, suppressToast: true })).data;

/** The wallet's balance, and how much can be topped up. */
export const walletQuery = (scope: Scope) =>
  personalQuery(scope, "/wallet", { needsLogin: true, staleTime: 0 });
