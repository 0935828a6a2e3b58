import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { presentKey, useLocation, useNavigate } from "../../../../lib/history";
import { part } from "../../../../lib/part";
import { inLanguage, paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Query } from "../../../../lib/url";
import { hidesNavigation } from "../../../../shop/cart/model";
import { useSelectedService } from "../../../../shop/cart/useShopping";
import { SearchBox } from "../../../../ui/SearchBox";
import type { Offered } from "../offered";
import { keepSearch } from "../recent";
import { resultsOf } from "../results";

// Loaded with the first press on the field.
const SearchPanel = part(() => import("./SearchPanel"));

/** The search in the shop's header: a plain form without scripts, with suggestions and products once they run. */
export function HeaderSearch() {
  const { t } = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const client = useQueryClient();
  const service = useSelectedService();
  const { pathname, search } = useLocation();
  const [text, setText] = useState(() => wordsOf(pathname, search));
  const [open, setOpen] = useState(false);
  const [offered, setOffered] = useState<readonly Offered[]>([]);
  const asked = useDeferredValue(text.trim());

  // The field shows the page's search words, and is empty on other pages. Text typed during a navigation stays.
  const typedAt = useRef("");
  useEffect(() => {
    if (typedAt.current !== presentKey()) setText(wordsOf(pathname, search));
  }, [pathname, search]);

  function find(words: string) {
    keepSearch(words);
    navigate(resultsOf(words, service));
  }
  return (
    <SearchBox
      // Where the phone's bottom navigation links to the search, the header has no button for it.
      folding={hidesNavigation(pathname) || "away"}
      className="md:min-w-0 md:flex-1"
      label={t("search:label")}
      placeholder={t("search:placeholder")}
      submitLabel={t("search:submit")}
      clearLabel={t("search:clear")}
      action={inLanguage(scope.lang, paths.searchResults)}
      value={text}
      onValueChange={(words) => {
        typedAt.current = presentKey();
        setText(words);
      }}
      onOpenChange={setOpen}
      onSubmit={find}
      suggestions={open ? offered : []}
      suggestionsLabel={t("search:suggestions")}
      onSuggestion={({ id, text: words }) => {
        const one = offered.find((some) => some.id === id);
        if (!one) find(words);
        else if (!one.area || one.area === scope.district) navigate(one.to);
        else {
          import("../goToArea")
            .then(({ chooseArea }) => chooseArea(client, scope, one.area ?? ""))
            // If the delivery area could not be changed, the search results offer it.
            .then((chosen) => (chosen ? navigate(one.to) : find(words)))
            .catch(() => find(words));
        }
      }}
      status={t("search:suggestion_count", { count: offered.length })}
      panel={
        scope.ready && open ? (
          <Suspense fallback={null}>
            <SearchPanel text={asked} service={service} onOffer={setOffered} />
          </Suspense>
        ) : undefined
      }
    />
  );
}

/** The search words in a URL. */
function wordsOf(pathname: string, search: string): string {
  return pathname.endsWith(paths.searchResults) ? new Query(search).get("q") : "";
}
