import { request } from "../../api/client";
import type { User } from "../../api/types";
import { deviceHeader } from "../../lib/kept";
import { whilePending } from "../../lib/login";

export type Method = "whatsapp" | "sms";

export interface Methods {
  verification_methods_whatsapp: boolean;
  verification_methods_sms: boolean;
}

/** How a country's phones can be reached, `code` with its plus sign. */
export async function methodsOf(code: string): Promise<Method[]> {
  const { data } = await request<Methods>(
    "GET",
    "/remote-config/check-verification-method-by-country",
    { query: { country_code: code }, suppress: true },
  );
  const methods: Method[] = [];
  if (data.verification_methods_whatsapp) methods.push("whatsapp");
  if (data.verification_methods_sms) methods.push("sms");
  return methods;
}

/** When a code that was sent ends, and when the next may be asked for; in seconds. */
export interface CodeTimes {
  resend_after: number;
  expires_in: number;
}

export interface CodeSent extends CodeTimes {
  /** As the server writes it, E.164. */
  phone: string;
}

export const sendCode = (country_code: string, phone: string, method: Method) =>
  whilePending(
    async () =>
      (
        await request<CodeSent>("POST", "/user/login-by-otp", {
          body: { country_code, phone, method },
          suppress: true,
        })
      ).data,
  );

export interface Verified {
  user_exists: boolean;
  token: string | null;
  registration_ticket: string | null;
  message: string;
  user: User | null;
}

export const verifyCode = (phone: string, code: string) =>
  whilePending(
    async () =>
      (
        await request<Verified>("POST", "/user/verify-login-by-otp", {
          body: { phone, code },
          headers: deviceHeader(),
          suppress: true,
        })
      ).data,
  );

export const signInByPassword = (country_code: string, phone: string, password: string) =>
  whilePending(
    async () =>
      (
        await request<Verified>("POST", "/user/login-by-password", {
          body: { country_code, phone, password },
          headers: deviceHeader(),
          suppress: true,
        })
      ).data,
  );

export interface Registration {
  registration_ticket: string;
  name: string;
  email?: string;
  password?: string;
  /** Of whoever invited them. */
  referral_code?: string;
}

export const register = (body: Registration) =>
  whilePending(
    async () =>
      (
        await request<{ token: string; user: User; message: string }>(
          "POST",
          "/user/register-by-otp",
          { body, headers: deviceHeader(), suppress: true },
        )
      ).data,
  );

export const signOut = () => request<unknown>("POST", "/user/logout", { suppress: true });

/** Sends a code to set a new password with; answers it with the server's words. */
export const forgetPassword = (country_code: string, phone: string, method: Method) =>
  whilePending(() =>
    request<CodeSent>("POST", "/user/forget-password", {
      body: { country_code, phone, method },
      suppress: true,
    }),
  );

export interface Reset {
  country_code: string;
  phone: string;
  code: string;
  password: string;
  password_confirmation: string;
}

/** Sets the new password; answers the server's words. */
export const resetPassword = (body: Reset) =>
  whilePending(
    async () =>
      (await request<unknown>("POST", "/user/password/reset", { body, suppress: true })).message,
  );
