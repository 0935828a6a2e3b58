import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { errorText } from "../../api/errors";
import type { Cart } from "../../api/types";
import { openDialog } from "../../lib/dialogs";
import { type Scope, useScope } from "../../lib/scope";
import { isSignedIn } from "../../lib/session";
import { useTranslation } from "../../lib/translation";
import { tellCart } from "../cart/notification";
import { type All, allQuery, forget, type Kind, mark } from "./api";
import { flipInCart, isMarked, withMark } from "./model";

/** Changes of one item run one after the other: the last press wins. */
const running = new Map<string, Promise<void>>();

/** Whether an item is marked, and a function to change that. A guest signs in first; then it is marked. */
export function useHeart(kind: Kind, id: string, name: string) {
  const scope = useScope();
  const client = useQueryClient();
  const { t } = useTranslation();
  const all = useQuery(allQuery(scope)).data;
  const marked = isMarked(all, kind, id);

  const set = useCallback(
    (next: boolean, quiet = false) => {
      const tell = () =>
        tellCart({
          text: t(next ? "hearts:added" : "hearts:removed", { name }),
          icon: "heart",
          tone: next ? "success" : "neutral",
          action: { label: t("hearts:undo"), onPress: () => set(!next, true) },
        });
      // Before the page knows the customer, the cookie shows whether one is signed in.
      if (scope.session === "" && !isSignedIn()) {
        openDialog("signIn", {
          why: "heart",
          goOn: () => {
            void mark(kind, id, true).then(
              () => {
                void forget(client);
                tell();
              },
              (error: unknown) => tellCart({ text: text(error, t), tone: "trouble" }),
            );
          },
        });
        return;
      }
      show(client, scope, kind, id, next);
      if (!quiet) tell();
      const before = running.get(kind + id) ?? Promise.resolve();
      const send = before
        .then(() => mark(kind, id, next))
        .then(
          () => undefined,
          (error: unknown) => {
            show(client, scope, kind, id, !next);
            tellCart({ text: text(error, t), tone: "trouble" });
          },
        )
        .finally(() => {
          if (running.get(kind + id) !== send) return;
          running.delete(kind + id);
          void forget(client);
        });
      running.set(kind + id, send);
    },
    [client, scope, kind, id, name, t],
  );

  return { marked, set, toggle: () => set(!marked) };
}

function text(error: unknown, t: Parameters<typeof errorText>[1]): string {
  return errorText(error, t, { inPlace: true }) ?? t("hearts:failed");
}

/** Shows a mark immediately in all places: in the hearts of lists and in carts. */
function show(client: QueryClient, scope: Scope, kind: Kind, id: string, marked: boolean): void {
  const { queryKey } = allQuery(scope);
  void client.cancelQueries({ queryKey });
  client.setQueryData<All>(queryKey, (all) =>
    withMark(all ?? { products: [], branches: [] }, kind, id, marked),
  );
  if (kind !== "product") return;
  client.setQueriesData<Cart>(
    {
      predicate: ({ queryKey: [path] }) => typeof path === "string" && path.startsWith("/get_card"),
    },
    (cart) => (cart ? flipInCart(cart, id, marked) : cart),
  );
}
