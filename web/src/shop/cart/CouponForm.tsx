import { useQueryClient } from "@tanstack/react-query";
import type { Cart } from "../../api/types";
import { useFields } from "../../api/useFields";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { Words } from "../../lib/words";
import { Button } from "../../ui/Button";
import { Icon } from "../../ui/Icon";
import { Ltr } from "../../ui/Ltr";
import { Notice } from "../../ui/Notice";
import { TextInput } from "../../ui/TextInput";
import { addCoupon, cartQuery, keepCart, removeCoupon } from "./api";
import { useAskToEmpty } from "./useAskToEmpty";

export interface CouponFormProps {
  cart: Cart;
  /** Refreshes whatever else shows the cart's totals. */
  onChanged?: (() => Promise<unknown>) | undefined;
}

/** The coupon in the cart, or the field for one; a refusal is shown at the field. */
export function CouponForm({ cart, onChanged }: CouponFormProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const form = useFields({ code: "" }, ({ code }) => ({
    code: code.trim() === "" ? t("basket:required") : undefined,
  }));
  const { busy, problem, run } = form;
  const ask = useAskToEmpty(cart.service_id);
  function type(code: string) {
    form.reset({ code });
    form.forget();
  }

  async function add() {
    const { data } = await addCoupon(cart.service_id, form.values.code.trim());
    const { queryKey } = cartQuery(scope, cart.service_id);
    client.setQueryData(queryKey, (now) => now && { ...now, ...data.order });
    form.reset({ code: "" });
    await client.invalidateQueries({ queryKey });
    await onChanged?.();
  }

  const remove = () =>
    void run(async () => {
      keepCart(client, scope, (await removeCoupon(cart.service_id)).cart);
      await onChanged?.();
    });

  if (cart.coupon_code !== null) {
    return (
      <div className="flex flex-col gap-2">
        <p className="flex items-center gap-2 rounded-control bg-go-soft py-1 ps-4 pe-1">
          <Icon name="tag" className="text-go-text" />
          <span className="sr-only">{t("basket:coupon")}</span>
          <Ltr className="min-w-0 flex-1 truncate font-semibold">{cart.coupon_code}</Ltr>
          <Button variant="plain" size="sm" loading={busy} onClick={remove}>
            {t("basket:coupon_remove")}
          </Button>
        </p>
        {cart.coupon_problem && (
          <Notice tone="warning" title={t("basket:coupon_unused")} live>
            <Words>{cart.coupon_problem}</Words>
          </Notice>
        )}
        {problem && (
          <p role="alert" className="text-sm text-trouble-text">
            {problem}
          </p>
        )}
      </div>
    );
  }
  return (
    <form ref={form.ref} onSubmit={form.submit(add, { failed: ask })} noValidate>
      <TextInput
        {...form.field("code")}
        label={t("basket:coupon")}
        placeholder={t("basket:coupon_enter")}
        onValueChange={type}
        error={problem ?? form.error("code")}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="send"
        end={
          <Button type="submit" variant="soft" size="sm" loading={busy}>
            {t("basket:coupon_add")}
          </Button>
        }
      />
    </form>
  );
}
