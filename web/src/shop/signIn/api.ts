import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { keepDevice, signInHeaders } from "../../lib/kept";
import { whilePending } from "../../lib/login";

export type Method = "whatsapp" | "sms";

/**
 * Returns the methods by which codes can be sent to a country's phones; `code` includes the plus sign.
 */
export async function methodsOf(code: string): Promise<Method[]> {
  const { data } = await request("GET", "/remote-config/check-verification-method-by-country", {
    query: { country_code: code },
    suppressToast: true,
  });
  const methods: Method[] = [];
  if (data.verification_methods_whatsapp) methods.push("whatsapp");
  if (data.verification_methods_sms) methods.push("sms");
  return methods;
}

/** Sends a code; `replaces` names the previous code, which becomes invalid. */
export const sendCode = (country_code: string, phone: string, method: Method, replaces?: string) =>
  whilePending(
    async () =>
      (
        await request("POST", "/user/login-by-otp", {
          body: { country_code, phone, method, ...(replaces ? { challenge: replaces } : {}) },
          headers: signInHeaders(),
          suppressToast: true,
        })
      ).data,
  );

/** Runs a sign-in and stores the secret by which the server recognises this browser from then on. */
const signIn = <Answer extends { device_secret: string | null }>(
  run: () => Promise<{ data: Answer }>,
) =>
  whilePending(async () => {
    const { data } = await run();
    keepDevice(data.device_secret);
    return data;
  });

/**
 * Checks a code for `challenge`. Strangers do not know the challenge and therefore cannot use up its
 * attempts.
 */
export const verifyCode = (phone: string, code: string, challenge: string) =>
  signIn(() =>
    request("POST", "/user/verify-login-by-otp", {
      body: { phone, code, challenge },
      headers: signInHeaders(),
      suppressToast: true,
    }),
  );

export const signInByPassword = (country_code: string, phone: string, password: string) =>
  signIn(() =>
    request("POST", "/user/login-by-password", {
      body: { country_code, phone, password },
      headers: signInHeaders(),
      suppressToast: true,
    }),
  );

export type Registration = Body<"POST", "/user/register-by-otp">;

export const register = (body: Registration) =>
  signIn(() =>
    request("POST", "/user/register-by-otp", {
      body,
      headers: signInHeaders(),
      suppressToast: true,
    }),
  );

export const signOut = () => request("POST", "/user/logout", { suppressToast: true });

/** Sends a code for setting a new password; returns the server's message. */
export const forgetPassword = (
  country_code: string,
  phone: string,
  method: Method,
  replaces?: string,
) =>
  whilePending(() =>
    request("POST", "/user/forget-password", {
      body: { country_code, phone, method, ...(replaces ? { challenge: replaces } : {}) },
      headers: signInHeaders(),
      suppressToast: true,
    }),
  );

export type Reset = Body<"POST", "/user/password/reset">;

/** Sets the new password; returns the server's message. */
export const resetPassword = (body: Reset) =>
  whilePending(
    async () =>
      (
        await request("POST", "/user/password/reset", {
          body,
          headers: signInHeaders(),
          suppressToast: true,
        })
      ).message,
  );
