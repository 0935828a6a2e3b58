import { Suspense, useEffect } from "react";
import { dialogStore, openDialog } from "../../../../lib/dialogs";
import { useLocation } from "../../../../lib/history";
import { part } from "../../../../lib/part";
import { Query } from "../../../../lib/url";
import { useStore } from "../../../../lib/useStore";
import { chosenStore, recall } from "../../../../shop/comparison/chosen";

const Bar = part(() => import("./ComparisonBar"));

/** Pages where products can be chosen: on others the bar would only cover text and forms. */
const shelves =
  /^\/(home|search-results|branches|categories|products|account\/my-favourites)(\/|$)/;

/**
 * The bar of the chosen products on pages with products, and on every page the dialog that the URL requests. `inBar`:
 * renders the button within the cart's bar instead.
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
