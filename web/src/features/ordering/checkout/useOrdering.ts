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
  /** The sums are being updated. */
  changing: boolean;
  draft: ReturnType<typeof useDraft>[0];
  change: ReturnType<typeof useDraft>[1];
  place: ReturnType<typeof usePlace>;
}

/** Everything between a filled form and the order: validation, saving the new address, checking the agreed total. */
export function useOrdering({ service, quote, changing, draft, change, place }: Ordering) {
  const { t } = useTranslation();
  const format = useFormat();
  const version = useStore(termsStore);
  const accepted = quote.terms_accepted || version === quote.terms_version;
  // The checkbox is shown only if the customer skipped the cart page or the policies changed; it stays after it is
  // ticked.
  const [askedTerms, setAskedTerms] = useState(!accepted);
  if (!accepted && !askedTerms) setAskedTerms(true);
  const [asked, setAsked] = useState(false);
  const [look, setLook] = useState<{ at: Field } | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const method = methodOf(draft, quote);
  const { total, currency } = quote.totals;
  // The wallet and points cover the total: neither a card nor cash is needed.
  const covered = quote.due === 0 && total > 0;
  const found = problemsOf(draft, quote, accepted);
  const pickup = draft.fulfilment === "pickup";

  useEffect(() => {
    // After the errors are marked.
    if (look) focusOn(form.current, look.at);
  }, [look]);

  // Placing the order saves a new address first and continues once the quote for it has arrived.
  const saveAddress = useRef<(() => Promise<Address | null>) | null>(null);
  const [typing, setTyping] = useState(false);
  const keepSaver = useCallback((save: (() => Promise<Address | null>) | null) => {
    saveAddress.current = save;
    setTyping(save !== null);
  }, []);

  // The server's errors stay until the customer changes something.
  const error = (field: Field): string | undefined => {
    const key = asked ? found[field] : undefined;
    // While the customer types an address, its own fields show what is missing.
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
    /** The address is already the shopping address. */
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
  // By then the quote was requested again for the shopping address.
  const ready = quoted && (!after.moved || scope.address === after.address.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the quote of the new address is there
  useEffect(() => {
    if (!ready || !after) return;
    if (unreached(quote)) {
      setAfter(null);
      if (after.order) setLook({ at: "address" });
      return;
    }
    // The address becomes the shopping address only if this order can be delivered there.
    if (!after.moved) {
      setAfter({ ...after, moved: true });
      shopFor(after.address, t);
      return;
    }
    setAfter(null);
    if (!after.order) return;
    // If the total is not the one the customer agreed to, it is shown first.
    if (total === after.total) send();
    else place.refuse(t("checkout:total_changed", { total: format.money(total, currency) }), "");
  }, [ready, after?.moved]);
  // The shopping address was changed meanwhile, for example in another tab.
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
