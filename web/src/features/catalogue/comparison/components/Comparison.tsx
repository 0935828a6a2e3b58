import { Suspense, useEffect } from "react";
import { dialogStore, openDialog } from "../../../../lib/dialogs";
import { useLocation } from "../../../../lib/history";
import { part } from "../../../../lib/part";
import { Query } from "../../../../lib/url";
import { useStore } from "../../../../lib/useStore";
import { chosenStore, recall } from "../../../../shop/comparison/chosen";

const Bar = part(() => import("./ComparisonBar"));

/** Where products are chosen: elsewhere the bar would only lie over what is read or filled in. */
const shelves =
  /^\/(home|search-results|branches|categories|products|account\/my-favourites)(\/|$)/;

/**
 * Over the pages with products the bar of what was chosen, over every page the dialog an address
 * asks for. Nothing at first. `inBar`: what the cart's bar shows of it.
 */
export function Comparison({ inBar = false }: { inBar?: boolean }) {
  const { pathname, search } = useLocation();
  const chosen = useStore(chosenStore);
  const asked = new Query(search).get("compare");
  useEffect(recall, []);
  useEffect(() => {
    if (asked !== "" && dialogStore.get()?.name !== "comparison") {
      openDialog("comparison", { products: asked.split(",") });
    }
  }, [asked]);
  if (chosen.length === 0 || asked !== "" || !shelves.test(pathname)) return null;
  return (
    <Suspense fallback={null}>
      <Bar inBar={inBar} />
    </Suspense>
  );
}
