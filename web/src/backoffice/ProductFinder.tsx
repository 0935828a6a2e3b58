import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { itemsOf } from "../api/query";
import { type Scope, useScope } from "../lib/scope";
import { useTranslation } from "../lib/translation";
import { Button } from "../ui/Button";
import { FieldGroup } from "../ui/FieldGroup";
import { Icon } from "../ui/Icon";
import { TextInput } from "../ui/TextInput";
import { keysetList } from "./keyset";
import { nameIn } from "./nameIn";

/** The products of a store that match a search. */
export const foundList = (scope: Scope, store_id: string, q: string) =>
  keysetList(scope, "/console/products", {
    params: { store_id, q },
    enabled: store_id !== "" && q !== "",
  });

export interface ProductFinderProps {
  label: string;
  store: string;
  chosen: readonly string[];
  /** Names of products chosen earlier. */
  known: readonly { id: string; name: string }[];
  error?: string | undefined;
  busy?: boolean;
  /** The chosen products are not shown, because they are listed elsewhere. */
  bare?: boolean;
  onChange: (ids: string[]) => void;
}

/** Some products of a store, searched for by name, SKU or barcode. */
export function ProductFinder(props: ProductFinderProps) {
  const { label, store, chosen, known, error, busy = false, bare = false, onChange } = props;
  const { t } = useTranslation("backoffice");
  const scope = useScope();
  const [text, setText] = useState("");
  const [met, setMet] = useState<Readonly<Record<string, string>>>({});
  const asked = text.trim();
  const found = useInfiniteQuery({
    ...foundList(scope, store, asked),
    placeholderData: keepPreviousData,
  });
  const nameOf = (id: string) => met[id] ?? known.find((one) => one.id === id)?.name ?? id;
  const many = asked === "" ? [] : (itemsOf(found) ?? []).filter(({ id }) => !chosen.includes(id));
  const shown = many.slice(0, 8);
  return (
    <FieldGroup label={label} error={error} className="gap-3">
      {!bare && chosen.length > 0 && (
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
          // Enter would submit the form.
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <p role="status" className="text-sm text-muted">
        {asked !== "" && found.isSuccess && shown.length === 0 ? t("found_none") : ""}
        {found.isError ? t("find_failed") : ""}
      </p>
      <ul className="flex flex-wrap gap-2">
        {many.length > 1 && (
          <li>
            <Button
              size="sm"
              variant="primary"
              disabled={busy}
              onClick={() => {
                setMet((now) => ({
                  ...now,
                  ...Object.fromEntries(many.map((one) => [one.id, nameIn(scope.lang, one)])),
                }));
                onChange([...chosen, ...many.map(({ id }) => id)]);
                setText("");
              }}
            >
              {t("found_all", { count: many.length })}
            </Button>
          </li>
        )}
        {shown.map((product) => {
          const { id } = product;
          const name = nameIn(scope.lang, product);
          return (
            <li key={id}>
              <Button
                size="sm"
                icon="plus"
                disabled={busy}
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
