import { useCallback, useState } from "react";
import { readTab, removeTab, tabNames, writeTab } from "../../../lib/tab";
import { type Draft, type DraftItem, emptyDraft, emptyItem } from "./model";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readItem(value: unknown): DraftItem {
  if (!isRecord(value)) return emptyItem;
  const { qty, reason, comment, photos } = value;
  return {
    qty: typeof qty === "number" && qty > 0 ? Math.floor(qty) : 0,
    reason: typeof reason === "string" ? reason : "",
    comment: typeof comment === "string" ? comment : "",
    photos: Array.isArray(photos)
      ? photos.flatMap((photo: unknown) =>
          isRecord(photo) && typeof photo.id === "string" && typeof photo.src === "string"
            ? [{ id: photo.id, src: photo.src }]
            : [],
        )
      : [],
  };
}

/** The stored draft of an order; every value is validated. */
export function readDraft(order: string): Draft {
  try {
    const text = readTab(tabNames.returnDraft, order);
    const value: unknown = text === null ? null : JSON.parse(text);
    if (!isRecord(value)) return emptyDraft;
    const word = (name: keyof Draft) => {
      const kept = value[name];
      return typeof kept === "string" ? { [name]: kept } : {};
    };
    const items = isRecord(value.items) ? value.items : {};
    return {
      ...emptyDraft,
      ...word("refundTo"),
      ...word("iban"),
      ...word("holder"),
      ...word("address"),
      ...word("slot"),
      items: Object.fromEntries(Object.entries(items).map(([id, item]) => [id, readItem(item)])),
    };
  } catch {
    // Unreadable: treated as an empty draft.
    return emptyDraft;
  }
}

export function forgetDraft(order: string): void {
  removeTab(tabNames.returnDraft, order);
}

/** The draft of a return, kept per order through reloads, navigation and errors. */
export function useDraft(order: string) {
  const [draft, setDraft] = useState(() => readDraft(order));
  const change = useCallback(
    (next: (now: Draft) => Draft) => {
      setDraft((now) => {
        const after = next(now);
        writeTab(tabNames.returnDraft, JSON.stringify(after), order);
        return after;
      });
    },
    [order],
  );
  return [draft, change] as const;
}
