import type { QueryClient } from "@tanstack/react-query";
import { cookieNames, readCookie, removeCookie, writeService } from "../../lib/cookies";
import { paths } from "../../lib/paths";
import type { Scope } from "../../lib/scope";
import { servicesQuery } from "./api";

/** Where a service in the address is what somebody asked for. */
const asking: readonly string[] = [paths.home, paths.branchesResults, paths.searchResults];

/**
 * An address that names a service chooses it, and the name beside the id is that service's in the
 * language of the page, whoever wrote what stood there. `passed` says that the page moved on.
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
  // The choice may have moved on while they were read; then it was written with its name.
  if (passed() || chosen() !== kept) return;
  const named = (wanted: string) =>
    services.find(({ id, slug }) => wanted !== "" && (id === wanted || slug === wanted));
  const service = named(asked) ?? named(kept);
  if (service) writeService(service);
  else removeCookie(cookieNames.selectedService, cookieNames.serviceName);
}
