import { queryOptions } from "@tanstack/react-query";
import { request } from "../../../../api/client";
import type { ListParams } from "../../../../api/operations";
import type { components } from "../../../../api/schema";
import { keysetList } from "../../../../backoffice/keyset";
import type { Scope } from "../../../../lib/scope";

type Schemas = components["schemas"];
export type ListedCustomer = Schemas["CustomersListed"];
export type Customer = Schemas["CustomersCustomer"];
export type Hold = Schemas["CustomersHold"];
export type CustomerAddress = Schemas["AddressesView"];

/** The common prefix of the query keys of the list and of a customer's page. */
export const base = "/console/customers";

export type AccessStep = "block" | "unblock" | "end-sessions";

/** Blocks or unblocks a customer, or signs them out everywhere; returns the server's message. */
export async function changeAccess(
  { id, access }: Customer,
  step: AccessStep,
  typed: { reason: string; message: string },
): Promise<string> {
  const path = { id };
  const version = access.version;
  const reason = typed.reason.trim();
  const message = typed.message.trim();
  const { message: said } = await (step === "end-sessions"
    ? request("POST", "/console/customers/{id}/end-sessions", {
        path,
        body: { reason },
        suppressToast: true,
      })
    : request("POST", `/console/customers/{id}/${step}`, {
        path,
        body: { reason, version, ...(message === "" ? {} : { message }) },
        suppressToast: true,
      }));
  return said;
}

export const customersList = (
  scope: Scope,
  params: Omit<ListParams<"/console/customers">, "after">,
) => keysetList(scope, "/console/customers", { params });

/** Every request is recorded in the activity log: one per visit of the page, not one per return to the tab. */
export const customerQuery = (scope: Scope, id: string) =>
  queryOptions({
    queryKey: ["/console/customers/look", scope.lang, scope.session, id] as const,
    queryFn: async () =>
      (
        await request("POST", "/console/customers/{id}/look", {
          path: { id },
          suppressToast: true,
        })
      ).data,
    enabled: scope.session !== "",
    staleTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export const lookAtAddresses = async (id: string) =>
  (
    await request("POST", "/console/customers/{id}/addresses", {
      path: { id },
      suppressToast: true,
    })
  ).data;
