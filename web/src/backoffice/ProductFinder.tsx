import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../../../../api/query";
import { nameIn } from "../../../../backoffice/nameIn";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Button } from "../../../../ui/Button";
import { FieldGroup } from "../../../../ui/FieldGroup";
import { Icon } from "../../../../ui/Icon";
import { TextInput } from "../../../../ui/TextInput";
import { foundList } from "../api";

export interface MenuProductsProps {
  store: string;
  chosen: readonly string[];
  /** Names of those that were chosen before. */
  known: readonly { id: string; name: string }[];
  error: string | undefined;
  onChange: (ids: string[]) => void;
}

/** Products of a store that stand on a menu by themselves, found by name, SKU or barcode. */
export function MenuProducts({ store, chosen, known, error, onChange }: MenuProductsProps) {
  const { t } = useTranslation("menus");
  const scope = useScope();
  const [text, setText] = useState("");
  const [met, setMet] = useState<Readonly<Record<string, string>>>({});
  const asked = text.trim();
  const found = useInfiniteQuery({
    ...foundList(scope, store, asked),
    placeholderData: keepPreviousData,
  });
  const nameOf = (id: string) => met[id] ?? known.find((one) => one.id === id)?.name ?? id;
  const shown =
    asked === "" ? [] : (itemsOf(found) ?? []).filter(({ id }) => !chosen.includes(id)).slice(0, 8);
  return (
    <FieldGroup label={t("products")} error={error} className="gap-3">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {chosen.map((id) => (
            <li key={id}>
              <Button
                size="sm"
                aria-label={t("take_off", { name: nameOf(id) })}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                <bdi>{nameOf(id)}</bdi>
                <Icon name="close" size={16} />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <TextInput
        label={t("find_products")}
        hint={t("find_products_hint")}
        autoComplete="off"
        disabled={store === ""}
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => {
          // Enter would save the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p role="status" className="text-sm text-muted">
        {asked !== "" && found.isSuccess && shown.length === 0 ? t("found_none") : ""}
        {found.isError ? t("find_failed") : ""}
      </p>
      <ul className="flex flex-wrap gap-2">
        {shown.map((product) => {
          const { id } = product;
          const name = nameIn(scope.lang, product);
          return (
            <li key={id}>
              <Button
                size="sm"
                icon="plus"
                onClick={() => {
                  setMet((now) => ({ ...now, [id]: name }));
                  onChange([...chosen, id]);
                  setText("");
                }}
              >
                <bdi>{name}</bdi>
              </Button>
            </li>
          );
        })}
      </ul>
    </FieldGroup>
  );
}
