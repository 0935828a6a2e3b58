import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Address } from "../../../api/types";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { useStore } from "../../../lib/useStore";
import { addressesQuery } from "../../../shop/addresses/api";
import { shopFor } from "../../../shop/addresses/model";
import { termsStore } from "../../../shop/cart/terms";
import { focusOn } from "./focusOn";
import {
  bodyOf,
  type Field,
  type FilledQuote,
  fields,
  linesOf,
  methodOf,
  obstacleOf,
  problemsOf,
  unreached,
} from "./model";
import type { useDraft } from "./useDraft";
import type { usePlace } from "./usePlace";

export interface Ordering {
  service: string;
  quote: FilledQuote;
  /** Its sums follow a change. */
  changing: boolean;
  draft: ReturnType<typeof useDraft>[0];
  change: ReturnType<typeof useDraft>[1];
  place: ReturnType<typeof usePlace>;
}

/** What stands between a filled page and its order: what is wrong, the new address, the sum agreed to. */
export function useOrdering({ service, quote, changing, draft, change, place }: Ordering) {
  const { t } = useTranslation();
  const format = useFormat();
  const version = useStore(termsStore);
  const accepted = quote.terms_accepted || version === quote.terms_version;
  // Asked here only where the cart was passed by, or the policies changed since; ticked, the box stays in sight.
  const [askedTerms, setAskedTerms] = useState(!accepted);
  if (!accepted && !askedTerms) setAskedTerms(true);
  const [asked, setAsked] = useState(false);
  const [look, setLook] = useState<{ at: Field } | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const method = methodOf(draft, quote);
  const { total, currency } = quote.totals;
  // Wallet and points pay all of it: no card and no cash are asked for.
  const covered = quote.due === 0 && total > 0;
  const found = problemsOf(draft, quote, accepted);
  const pickup = draft.fulfilment === "pickup";

  useEffect(() => {
    // Once what is wrong has been marked.
    if (look) focusOn(form.current, look.at);
  }, [look]);

  // An address that is filled in here is saved by the press that orders, which goes on once its quote is there.
  const saveAddress = useRef<(() => Promise<Address | null>) | null>(null);
  const [typing, setTyping] = useState(false);
  const keepSaver = useCallback((save: (() => Promise<Address | null>) | null) => {
    saveAddress.current = save;
    setTyping(save !== null);
  }, []);

  // What was refused by the server stays until something is changed.
  const error = (field: Field): string | undefined => {
    const key = asked ? found[field] : undefined;
    // While an address is typed in, its own fields say what it lacks.
    if (!key || (field === "address" && typing)) return place.wrong[field];
    return t(`checkout:${key}`, { most: format.money(quote.tip_most, quote.totals.currency) });
  };
  const edit = (changes: Parameters<typeof change>[0]) => {
    place.clear();
    setAfter(null);
    change(changes);
  };

  const client = useQueryClient();
  const scope = useScope();
  const [after, setAfter] = useState<{
    address: Address;
    order: boolean;
    total: number;
    /** The shop is looked at from there already. */
    moved: boolean;
  } | null>(null);
  async function orderWithAddress() {
    const rest = fields.find((field) => field !== "address" && found[field]);
    setAsked(true);
    const saved = await saveAddress.current?.();
    if (!saved) return;
    void client.invalidateQueries({ queryKey: addressesQuery(scope).queryKey });
    edit({ address: saved.id });
    if (rest) setLook({ at: rest });
    setAfter({ address: saved, order: !rest, total, moved: false });
  }
  const quoted = after !== null && !changing && quote.address?.id === after.address.id;
  // Asked anew by then, for the place that is shopped for.
  const ready = quoted && (!after.moved || scope.address === after.address.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the quote of the new address is there
  useEffect(() => {
    if (!ready || !after) return;
    if (unreached(quote)) {
      setAfter(null);
      if (after.order) setLook({ at: "address" });
      return;
    }
    // Only where this order can go is the rest of the shop looked at from there.
    if (!after.moved) {
      setAfter({ ...after, moved: true });
      shopFor(after.address, t);
      return;
    }
    setAfter(null);
    if (!after.order) return;
    // Another sum than the one that was agreed to is looked at first.
    if (total === after.total) send();
    else place.refuse(t("checkout:total_changed", { total: format.money(total, currency) }), "");
  }, [ready, after?.moved]);
  // Another place was chosen meanwhile, in another tab say.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the place changes
  useEffect(() => {
    if (after?.moved && scope.address !== after.address.id) setAfter(null);
  }, [scope.address]);

  function order() {
    if (after?.order) return;
    if (saveAddress.current && !pickup) void orderWithAddress();
    else send();
  }

  function send() {
    const first = fields.find((field) => found[field]);
    if (first) {
      setAsked(true);
      setLook({ at: first });
      return;
    }
    const blocked = obstacleOf(quote);
    if (blocked) {
      place.refuse(
        blocked.message === "" ? t("basket:fix_lines") : format.words(blocked.message),
        blocked.code,
        blocked.message === ""
          ? linesOf(quote).map(({ name, problem }) => `${name}: ${format.words(problem)}`)
          : [],
      );
      return;
    }
    const body = bodyOf(service, draft, quote);
    if (body) place.place(body);
  }

  return {
    askedTerms,
    form,
    method,
    covered,
    pickup,
    error,
    edit,
    keepSaver,
    order,
    saving: after?.order === true,
  };
}
