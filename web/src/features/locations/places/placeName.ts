import type { QueryClient } from "@tanstack/react-query";
import { cookieNames, readCookie, writeCookie } from "../../../lib/cookies";
import type { Scope } from "../../../lib/scope";
import { districtsQuery } from "./api";

/** Updates the chosen district's name to the page's language; null if nothing changed. */
export async function renamePlace(client: QueryClient, scope: Scope): Promise<string | null> {
  const districts = await client.fetchQuery(districtsQuery(scope));
  const name = districts.find(({ id }) => id === scope.district)?.name;
  // Another place may have been chosen meanwhile.
  const still = readCookie(cookieNames.districtId) === scope.district;
  if (!name || !still || readCookie(cookieNames.addressId) !== null) return null;
  writeCookie(cookieNames.selectedAddress, name);
  return name;
}
