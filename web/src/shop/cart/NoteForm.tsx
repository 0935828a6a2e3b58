import { useQueryClient } from "@tanstack/react-query";
import type { CartItem } from "../../api/types";
import { useFields } from "../../api/useFields";
import { useScope } from "../../lib/scope";
import { useTranslation } from "../../lib/translation";
import { Button } from "../../ui/Button";
import { TextInput } from "../../ui/TextInput";
import { keepCart, updateCart } from "./api";

/** The maximum length of a note in characters; the server refuses longer ones. */
export const longestNote = 200;

export interface NoteFormProps {
  item: CartItem;
  service: string;
  onClose: () => void;
}

/** The customer's note to the branch about one line: "ripe ones, please". */
export function NoteForm({ item, service, onClose }: NoteFormProps) {
  const { t } = useTranslation();
  const scope = useScope();
  const client = useQueryClient();
  const form = useFields({ note: item.note });
  const name = item.order.product.name;

  async function save() {
    const note = form.values.note.trim();
    const body = { service_id: service, item_id: item.id, qty: item.qty, note };
    keepCart(client, scope, (await updateCart(body)).cart);
    onClose();
  }

  return (
    <form ref={form.ref} onSubmit={form.submit(save)} className="flex flex-col gap-2 py-1">
      <TextInput
        {...form.field("note")}
        label={t("cart:note_of", { name })}
        labelHidden
        placeholder={t(
          item.order.product.tint === "food" ? "cart:note_example_food" : "cart:note_example",
        )}
        maxLength={longestNote}
        error={form.problem ?? undefined}
        autoFocus
        dir="auto"
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="soft" size="sm" loading={form.busy}>
          {t("cart:note_save")}
        </Button>
        <Button variant="plain" size="sm" onClick={onClose}>
          {t("cart:note_cancel")}
        </Button>
      </div>
    </form>
  );
}
