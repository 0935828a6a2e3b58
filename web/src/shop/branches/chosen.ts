import type { QueryClient } from "@tanstack/react-query";
import { cookieNames, readCookie, removeCookie, writeService } from "../../lib/cookies";
import { paths } from "../../lib/paths";
import type { Scope } from "../../lib/scope";
import { servicesQuery } from "./api";

/** Paths on which a service in the address is the customer's choice. */
const asking: readonly string[] = [paths.home, paths.branchesResults, paths.searchResults];

/**
 * Selects the service that the address names, and rewrites the stored service name in the page's
 * language. `passed` returns true if the customer has left the page.
 */
export async function keepServiceTrue(
  client: QueryClient,
  scope: Scope,
  { pathname, search }: { pathname: string; search: string },
  passed: () => boolean,
): Promise<void> {
  const chosen = () => readCookie(cookieNames.selectedService) ?? "";
  const kept = chosen();
  const asked = asking.includes(pathname)
    ? (new URLSearchParams(search).get("service_id") ?? "")
    : "";
  if (asked === "" && kept === "" && readCookie(cookieNames.serviceName) === null) return;
  const services = await client.fetchQuery(servicesQuery(scope));
  // The choice may have changed during the request; then its name was written together with it.
  if (passed() || chosen() !== kept) return;
  const named = (wanted: string) =>
    services.find(({ id, slug }) => wanted !== "" && (id === wanted || slug === wanted));
  const service = named(asked) ?? named(kept);
  if (service) writeService(service);
  else removeCookie(cookieNames.selectedService, cookieNames.serviceName);
}
