import { useEffect, useRef, useState } from "react";
import type { Product } from "../../../../api/types";
import { useTranslation } from "../../../../lib/translation";
import { NoteForm } from "../../../../shop/cart/NoteForm";
import { useCart } from "../../../../shop/cart/useCart";
import { Button } from "../../../../ui/Button";

/** The kitchen note of a dish without extras; shown once the dish is in the cart. */
export default function DishNote({ product, variant }: { product: Product; variant: string }) {
  const { t } = useTranslation();
  const cart = useCart(product.service.id).data;
  const [noting, setNoting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closed = useRef(false);
  useEffect(() => {
    // The button is rendered again once the form has closed.
    if (!noting && closed.current) button.current?.focus();
    closed.current = false;
  }, [noting]);
  const item = cart?.items.find(({ order }) => order.variant.id === variant);
  if (!item) return null;
  if (noting) {
    return (
      <NoteForm
        item={item}
        service={product.service.id}
        onClose={() => {
          closed.current = true;
          setNoting(false);
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-1">
      {item.note && (
        <p className="text-sm text-muted">
          <bdi>{item.note}</bdi>
        </p>
      )}
      <Button
        ref={button}
        variant="plain"
        size="sm"
        icon="note"
        className="-ms-3.5 self-start"
        onClick={() => setNoting(true)}
      >
        {t(item.note ? "catalog:note_change" : "catalog:note_kitchen")}
      </Button>
    </div>
  );
}
