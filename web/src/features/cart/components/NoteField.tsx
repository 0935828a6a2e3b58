import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CartItem } from "../../../api/types";
import { useFields } from "../../../api/useFields";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { keepCart, updateCart } from "../../../shop/cart/api";
import { Button } from "../../../ui/Button";
import { Icon } from "../../../ui/Icon";
import { TextInput } from "../../../ui/TextInput";

const longest = 200;

/** What the branch is told about one line: "ripe ones, please". */
export function NoteField({ item, service }: { item: CartItem; service: string }) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const form = useFields({ note: item.note });
  const name = item.order.product.name;

  async function save() {
    const note = form.values.note.trim();
    const body = { service_id: service, item_id: item.id, qty: item.qty, note };
    keepCart(client, scope, (await updateCart(body)).cart);
    setOpen(false);
  }

  if (!open) {
    return (
      <button
        type="button"
        aria-label={t(item.note ? "basket:note_change_of" : "basket:note_add_to", { name })}
        onClick={() => {
          form.reset({ note: item.note });
          setOpen(true);
        }}
        className="-mx-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-start text-sm text-muted hover:text-ink"
      >
        <Icon name={item.note ? "note" : "plus"} size={16} />
        <span>{item.note ? <bdi>{item.note}</bdi> : t("basket:note_add")}</span>
      </button>
    );
  }
  return (
    <form
      ref={form.ref}
      onSubmit={form.submit(save)}
      className="flex basis-full flex-col gap-2 py-1"
    >
      <TextInput
        {...form.field("note")}
        label={t("basket:note_of", { name })}
        labelHidden
        placeholder={t("basket:note_example")}
        maxLength={longest}
        error={form.problem ?? undefined}
        autoFocus
        dir="auto"
        onKeyDown={(event) => {
          if (event.key === "Escape") setOpen(false);
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="soft" size="sm" loading={form.busy}>
          {t("basket:note_save")}
        </Button>
        <Button variant="plain" size="sm" onClick={() => setOpen(false)}>
          {t("basket:note_cancel")}
        </Button>
      </div>
    </form>
  );
}
