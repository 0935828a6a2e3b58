import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText, isCartConflict } from "../../../../api/errors";
import type { Order } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { openDialog } from "../../../../lib/dialogs";
import { useNavigate } from "../../../../lib/history";
import { newKey } from "../../../../lib/newKey";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { keepCart } from "../../../../shop/cart/api";
import { cartPath } from "../../../../shop/cart/model";
import { Button } from "../../../../ui/Button";
import { Dialog } from "../../../../ui/Dialog";
import { Icon, type IconName } from "../../../../ui/Icon";
import { Notice } from "../../../../ui/Notice";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { VariantName } from "../../../../ui/VariantName";
import { type Change, orderQuery, previewReorder, reorder } from "../api";
import { changeWords } from "../model";

const icons: Record<Change["code"], IconName> = {
  price: "tag",
  unavailable: "close",
  quantity: "bag",
  extras: "minus",
  branch: "store",
  not_delivered: "pin",
};

export interface ReorderDialogProps {
  id: string;
  number: string;
  close: () => void;
}

/** Reordering: first shows what has changed since, then fills the cart. */
export default function ReorderDialog({ id, number, close }: ReorderDialogProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const preview = useQuery(previewReorder(scope, id));
  const order = useQuery(orderQuery(scope, id)).data;
  const format = useFormat();
  const { busy, problem, run } = useAction();
  const [conflict, setConflict] = useState(false);
  // One key for each time the dialog opens: a repeated confirmation fills the cart once.
  const [key] = useState(newKey);

  // A cart that cannot be ordered must not replace one that can.
  const away = preview.data?.changes.some(({ code }) => code === "not_delivered");

  const add = () =>
    run(
      async () => {
        const { cart } = await reorder(id, conflict, key);
        if (cart) keepCart(client, scope, cart);
        close();
        navigate(cartPath(cart?.service_id ?? ""));
      },
      { leaves: true, failed: (error) => isCartConflict(error) && setConflict(true) },
    );

  const refusal = problem && (
    <Notice tone="trouble" live>
      {problem}
    </Notice>
  );
  if (conflict) {
    return (
      <Dialog
        // A different question, so that screen readers announce it.
        key="conflict"
        open
        onClose={close}
        title={t("cart:conflict_title")}
        closeLabel={t("cart:conflict_keep")}
        role="alertdialog"
        footer={
          <>
            <Button
              variant="primary"
              wide
              loading={busy}
              onClick={() => void add()}
              className="sm:flex-1"
            >
              {t("cart:conflict_accept")}
            </Button>
            <Button wide autoFocus onClick={close} className="sm:flex-1">
              {t("cart:conflict_keep")}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <p className="text-pretty">{t("cart:conflict_text")}</p>
          {refusal}
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={t("orders:reorder_title", { number })}
      closeLabel={t("orders:close")}
      footer={
        preview.data &&
        (away ? (
          <Button
            variant="primary"
            wide
            icon="pin"
            onClick={() => {
              close();
              openDialog("location", {});
            }}
            className="sm:flex-1"
          >
            {t("branches:change_place")}
          </Button>
        ) : (
          <Button
            variant="primary"
            wide
            icon="cart"
            loading={busy}
            onClick={() => void add()}
            className="sm:flex-1"
          >
            {t("orders:reorder_add")}
          </Button>
        ))
      }
    >
      <div className="flex flex-col gap-4">
        {preview.isError ? (
          <Notice
            tone="trouble"
            live
            action={
              <Button
                size="sm"
                icon="refresh"
                loading={preview.isFetching}
                onClick={() => void preview.refetch()}
              >
                {t("orders:retry")}
              </Button>
            }
          >
            {errorText(preview.error, t, { inPlace: true })}
          </Notice>
        ) : preview.data ? (
          <>
            {order && (
              <ul className="flex flex-col gap-1">
                {order.items.map((item) => (
                  <li key={item.id} className="flex items-baseline justify-between gap-4">
                    <span className="min-w-0">
                      <span className="text-muted tabular-nums">
                        {format.amount(item.qty, item.unit_grams)} ×
                      </span>{" "}
                      <Words>{item.product.name}</Words>
                      <VariantName>{item.variant_name}</VariantName>
                    </span>
                    <bdi className="shrink-0 tabular-nums">
                      {format.money(item.line_total, order.currency)}
                    </bdi>
                  </li>
                ))}
                <li className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-semibold">
                  {t("orders:reorder_total")}
                  <bdi className="tabular-nums">
                    {format.money(itemsTotal(order), order.currency)}
                  </bdi>
                </li>
              </ul>
            )}
            <Changes changes={preview.data.changes} />
          </>
        ) : (
          <SkeletonGroup label={t("orders:reorder_loading")}>
            <Skeleton />
            <Skeleton className="w-2/3" />
          </SkeletonGroup>
        )}
        {refusal}
      </div>
    </Dialog>
  );
}

function Changes({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (changes.length === 0) return <p>{t("orders:reorder_same")}</p>;
  return (
    <>
      <p>{t("orders:reorder_changes")}</p>
      <ul className="flex flex-col gap-3">
        {changes.map((change) => {
          const { key, values } = changeWords(change, format);
          return (
            <li key={`${change.code}-${change.name}`} className="flex items-start gap-3">
              <Icon name={icons[change.code]} size={20} className="mt-0.5 text-muted" />
              <span>{t(`orders:${key}`, values)}</span>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The sum of the lines above; delivery and the rest may cost something else today. */
function itemsTotal(order: Order): number {
  return Math.round(order.items.reduce((sum, item) => sum + item.line_total * 100, 0)) / 100;
}
