import { request } from "../../api/client";
import type { Body } from "../../api/operations";
import { deviceHeader } from "../../lib/kept";
import { whilePending } from "../../lib/login";

export type Method = "whatsapp" | "sms";

/** How a country's phones can be reached, `code` with its plus sign. */
export async function methodsOf(code: string): Promise<Method[]> {
  const { data } = await request("GET", "/remote-config/check-verification-method-by-country", {
    query: { country_code: code },
    suppress: true,
  });
  const methods: Method[] = [];
  if (data.verification_methods_whatsapp) methods.push("whatsapp");
  if (data.verification_methods_sms) methods.push("sms");
  return methods;
}

export const sendCode = (country_code: string, phone: string, method: Method) =>
  whilePending(
    async () =>
      (
        await request("POST", "/user/login-by-otp", {
          body: { country_code, phone, method },
          suppress: true,
        })
      ).data,
  );

export const verifyCode = (phone: string, code: string) =>
  whilePending(
    async () =>
      (
        await request("POST", "/user/verify-login-by-otp", {
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
        await request("POST", "/user/login-by-password", {
          body: { country_code, phone, password },
          headers: deviceHeader(),
          suppress: true,
        })
      ).data,
  );

export type Registration = Body<"POST", "/user/register-by-otp">;

export const register = (body: Registration) =>
  whilePending(
    async () =>
      (
        await request("POST", "/user/register-by-otp", {
          body,
          headers: deviceHeader(),
          suppress: true,
        })
      ).data,
  );

export const signOut = () => request("POST", "/user/logout", { suppress: true });

/** Sends a code to set a new password with; answers it with the server's words. */
export const forgetPassword = (country_code: string, phone: string, method: Method) =>
  whilePending(() =>
    request("POST", "/user/forget-password", {
      body: { country_code, phone, method },
      suppress: true,
    }),
  );

export type Reset = Body<"POST", "/user/password/reset">;

/** Sets the new password; answers the server's words. */
export const resetPassword = (body: Reset) =>
  whilePending(
    async () => (await request("POST", "/user/password/reset", { body, suppress: true })).message,
  );
