import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import type { Suggestion as Found } from "../../../api/types";
import { useLocation, useNavigate } from "../../../lib/history";
import { inLanguage, paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Query } from "../../../lib/url";
import { SearchBox, type Suggestion } from "../../../ui/SearchBox";
import { suggestionsQuery } from "../api";
import { marked } from "../marked";

const icons = { product: "bag", category: "grid", store: "store" } as const;

/** The search in the shop's head: a plain form before any script, suggestions after. */
export function HeaderSearch() {
  const { t } = useTranslation();
  const scope = useScope();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [text, setText] = useState(() => wordsOf(pathname, search));
  const asked = useDeferredValue(text.trim());
  const found = useQuery({
    ...suggestionsQuery(scope, asked),
    enabled: scope.ready && asked !== "",
    placeholderData: (before) => before,
  });

  // The box says what the page shows, and is empty elsewhere.
  useEffect(() => setText(wordsOf(pathname, search)), [pathname, search]);

  const list: readonly Found[] = asked === "" ? [] : (found.data ?? []);
  const suggestions: Suggestion[] = list.map((one) => ({
    id: `${one.kind}-${one.id}`,
    text: one.label,
    kind: t(`search:kind_${one.kind}`),
    icon: icons[one.kind],
    content: marked(one.label, one.highlight).map((part) =>
      part.marked ? <b key={part.at}>{part.text}</b> : <span key={part.at}>{part.text}</span>,
    ),
  }));

  function go(suggestion: Suggestion) {
    const one = list.find((other) => `${other.kind}-${other.id}` === suggestion.id);
    if (!one) return;
    if (one.kind === "product") navigate(paths.product(one.slug));
    else if (one.kind === "category") navigate(paths.category(one.slug));
    else {
      navigate(
        `${paths.branchesResults}${new Query().with({ service_id: one.service_slug, store_id: one.id })}`,
      );
    }
  }
  return (
    <div className="order-last w-full md:order-none md:w-auto md:flex-1">
      <SearchBox
        label={t("search:label")}
        placeholder={t("search:placeholder")}
        submitLabel={t("search:submit")}
        clearLabel={t("search:clear")}
        action={inLanguage(scope.lang, paths.searchResults)}
        value={text}
        onValueChange={setText}
        onSubmit={(words) => navigate(paths.searchResults + new Query().with({ q: words }))}
        suggestions={suggestions}
        suggestionsLabel={t("search:suggestions")}
        onSuggestion={go}
        status={t("search:suggestion_count", { count: suggestions.length })}
      />
    </div>
  );
}

/** What an address searches for. */
function wordsOf(pathname: string, search: string): string {
  return pathname.endsWith(paths.searchResults) ? new Query(search).get("q") : "";
}
