import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Icon } from "../../../../ui/Icon";
import { Picture } from "../../../../ui/Picture";
import { TextInput } from "../../../../ui/TextInput";
import { namesQuery } from "../api";

export interface AddProductProps {
  /** The slug of the product that all results must be comparable with. */
  base: string;
  taken: readonly string[];
  onAdd: (slug: string) => void;
  /** There is no other product to compare with yet. */
  alone: boolean;
}

/** Picks a product to compare: from the same category first, or by name. */
export function AddProduct({ base, taken, onAdd, alone }: AddProductProps) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const search = useDeferredValue(text.trim());
  const names = useQuery(namesQuery(useScope(), base, search)).data;
  const free = names?.filter((one) => !taken.includes(one.slug)) ?? [];
  return (
    <section aria-label={t("comparing:add")} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t(alone ? "comparing:add_first" : "comparing:add")}</h3>
      <TextInput
        label={t("comparing:search")}
        labelHidden
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t("comparing:search")}
        value={text}
        onValueChange={setText}
        dir="auto"
      />
      <p role="status" className="sr-only">
        {names && t("comparing:found", { count: free.length })}
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {free.slice(0, 6).map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => {
                setText("");
                onAdd(one.slug);
              }}
              className="flex min-h-14 w-full items-center gap-3 rounded-control border border-line p-2 text-start hover:bg-tint"
            >
              <Picture
                src={one.image.src}
                alt=""
                width={one.image.width}
                height={one.image.height}
                className="size-10 shrink-0"
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-medium">
                  {one.name}
                </span>
                <span dir="auto" className="block truncate text-sm text-muted">
                  {one.store.name}
                </span>
              </span>
              <Icon name="plus" className="text-go-text" />
            </button>
          </li>
        ))}
      </ul>
      {names && free.length === 0 && <p className="text-muted">{t("comparing:nothing")}</p>}
    </section>
  );
}
