import { useQueryClient } from "@tanstack/react-query";
import { Arrange } from "../../../../../backoffice/Arrange";
import { nameIn } from "../../../../../backoffice/nameIn";
import { useScope } from "../../../../../lib/scope";
import { branchesList, putInOrder, servicesList, storesList } from "../api";
import { useRecordSaved } from "../keep";

interface Named {
  id: string;
  name_en: string;
  name_ar: string;
}

/** At most as many pages as one request can sort. */
const pages = 10;

/** The order of services, stores or branches in the shop. */
export function Order({ of }: { of: "services" | "stores" | "branches" }) {
  const scope = useScope();
  const client = useQueryClient();
  const keep = useRecordSaved();
  const all = { pages, staleTime: 0 };
  const named = (list: { pages: readonly { items: readonly Named[] }[] }) =>
    list.pages.flatMap(({ items }) =>
      items.map((one) => ({ id: one.id, name: nameIn(scope.lang, one) })),
    );
  const read = {
    services: async () =>
      named(await client.fetchInfiniteQuery({ ...servicesList(scope, {}), ...all })),
    stores: async () =>
      named(await client.fetchInfiniteQuery({ ...storesList(scope, {}), ...all })),
    branches: async () =>
      named(await client.fetchInfiniteQuery({ ...branchesList(scope, {}), ...all })),
  };
  return (
    <Arrange
      read={read[of]}
      save={async (ids) => {
        await putInOrder(of, ids);
        keep();
      }}
    />
  );
}
