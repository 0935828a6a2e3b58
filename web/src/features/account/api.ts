import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api/client";
import { personalQuery } from "../../api/query";
import type { AccountPreferences, AccountSession, User } from "../../api/types";
import type { Scope } from "../../lib/scope";
import type { CodeSent, CodeTimes } from "../auth/api";
import { copyValid, keepUser, keptUser } from "./userSlice";

/**
 * Who is signed in. Begins with the kept copy, asks the server once that is ten seconds old, and
 * keeps what it answers.
 */
export const profileQuery = (scope: Scope) => {
  const { session } = scope;
  const base = personalQuery<User>(scope, "/user/profile", { needsLogin: true });
  return queryOptions({
    ...base,
    queryFn: async ({ signal }) => {
      const { data } = await request<{ user: User }>("GET", "/user/profile", { signal });
      keepUser(data.user, session, Date.now());
      return data.user;
    },
    staleTime: copyValid,
    initialData: () => (scope.ready ? keptUser(session, Date.now())?.user : undefined),
    initialDataUpdatedAt: () => keptUser(session, Date.now())?.at,
  });
};

/** What can be changed of a profile; what is left out stays, null clears. */
export interface ProfileChanges {
  name?: string;
  email?: string | null;
  company_name?: string | null;
  birthdate?: string | null;
  gender?: "male" | "female" | null;
  /** The id of a photo that was sent. */
  photo?: string | null;
}

export const changeProfile = async (body: ProfileChanges) => {
  const { data, message } = await request<{ user: User }>("PUT", "/user/profile", {
    body,
    suppress: true,
  });
  return { user: data.user, message };
};

/** Sends a code to one's own phone, to set a password with. */
export const sendPasswordCode = async (method: "sms" | "whatsapp") =>
  (await request<CodeSent>("POST", "/user/password/code", { body: { method }, suppress: true }))
    .data;

/** Needs the present password, or a code. */
export const changePassword = async (body: {
  current_password?: string;
  code?: string;
  password: string;
  password_confirmation: string;
}) => (await request<unknown>("PUT", "/user/password", { body, suppress: true })).message;

/** Sends a code to the profile's e-mail address. */
export const sendEmailCode = async () =>
  (await request<CodeTimes & { email: string }>("POST", "/user/email/code", { suppress: true }))
    .data;

export const verifyEmail = async (email: string, code: string) =>
  (await request<unknown>("POST", "/user/email/verify", { body: { email, code }, suppress: true }))
    .message;

/** Where somebody is signed in, the newest first. */
export const sessionsQuery = (scope: Scope) =>
  personalQuery<AccountSession[]>(scope, "/user/sessions", { needsLogin: true });

export const endOneSession = (id: string) =>
  request<unknown>("DELETE", `/user/sessions/${encodeURIComponent(id)}`, { suppress: true });

export const endOtherSessions = () =>
  request<unknown>("DELETE", "/user/sessions", { suppress: true });

/** Sends a code to one's own phone, to delete the account with. */
export const sendDeleteCode = async (method: "sms" | "whatsapp") =>
  (await request<CodeSent>("POST", "/user/delete/code", { body: { method }, suppress: true })).data;

export const deleteAccount = (proof: { password: string } | { code: string }) =>
  request<unknown>("POST", "/user/delete", { body: proof, suppress: true });

/** How somebody likes the shop, and what they agree to be sent. */
export const preferencesQuery = (scope: Scope) =>
  personalQuery<AccountPreferences>(scope, "/user/preferences", { needsLogin: true });

/** The same, once, without a page that waits for it. */
export const askPreferences = async () =>
  (await request<AccountPreferences>("GET", "/user/preferences", { suppress: true })).data;

export interface PreferenceChanges {
  lang?: "en" | "ar";
  figures?: "latn" | "arab";
  /** Null is the shop's own. */
  currency?: string | null;
  offers?: Record<string, boolean>;
  /** Of the wording that was answered. */
  version?: string;
}

export const changePreferences = async (body: PreferenceChanges) =>
  (await request<AccountPreferences>("PUT", "/user/preferences", { body, suppress: true })).data;
