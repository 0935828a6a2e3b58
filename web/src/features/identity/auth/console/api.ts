import { request } from "../../../../api/client";
import type { Data } from "../../../../api/operations";
import { personalQuery } from "../../../../api/query";
import type { Scope } from "../../../../lib/scope";
import {
  keepStaffDevice,
  leaveStaffSession,
  staffDeviceHeader,
} from "../../../../lib/staffSession";

/** Signs in; `code` is from the second factor, or a recovery code. */
export async function staffSignIn(email: string, password: string, code: string, stay = false) {
  const { data } = await request("POST", "/console/login", {
    body: { email, password, ...(code === "" ? {} : { code }), ...(stay ? { stay } : {}) },
    headers: staffDeviceHeader(),
    suppressToast: true,
  });
  keepStaffDevice(data.device_secret);
  return data;
}

export type StaffSession = Data<"GET", "/console/account/sessions">[number];

export const staffSessionsQuery = (scope: Scope) =>
  personalQuery(scope, "/console/account/sessions", { needsLogin: true });

export const endStaffPlace = (id: string) =>
  request("DELETE", "/console/account/sessions/{id}", { path: { id }, suppressToast: true });

export const endOtherPlaces = () =>
  request("DELETE", "/console/account/sessions", { suppressToast: true });

export const changeStaffPassword = async (current_password: string, password: string) =>
  (
    await request("POST", "/console/account/password", {
      body: { current_password, password },
      headers: staffDeviceHeader(),
      suppressToast: true,
    })
  ).message;

export const secondFactorQuery = (scope: Scope) =>
  personalQuery(scope, "/console/account/second-factor", { needsLogin: true });

/** The data that an authenticator app needs. */
export type FactorSetup = Data<"POST", "/console/account/second-factor">;

export const beginSecondFactor = async (current_password: string) =>
  (
    await request("POST", "/console/account/second-factor", {
      body: { current_password },
      suppressToast: true,
    })
  ).data;

/** Enables the second factor, and returns the recovery codes, which are shown once. */
export const confirmSecondFactor = async (code: string) =>
  (
    await request("POST", "/console/account/second-factor/confirm", {
      body: { code },
      suppressToast: true,
    })
  ).data.recovery_codes;

export const endSecondFactor = (current_password: string, code: string) =>
  request("POST", "/console/account/second-factor/off", {
    body: { current_password, code },
    suppressToast: true,
  });

export const renewRecoveryCodes = async (current_password: string, code: string) =>
  (
    await request("POST", "/console/account/second-factor/recovery-codes", {
      body: { current_password, code },
      suppressToast: true,
    })
  ).data.recovery_codes;

/** Ends the session on the server, and in this browser even if the server's request fails. */
export async function staffSignOut(): Promise<void> {
  const asked = request("POST", "/console/logout", { suppressToast: true });
  leaveStaffSession();
  await asked.catch(() => {
    // Unreachable, or already ended: the token is discarded here and expires there.
  });
}
