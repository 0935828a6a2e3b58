import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ProductCard, Ref } from "../../../../../api/types";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";
import { Button } from "../../../../../ui/Button";
import { FieldGroup } from "../../../../../ui/FieldGroup";
import { IconButton } from "../../../../../ui/IconButton";
import { TextInput } from "../../../../../ui/TextInput";
import { productsQuery } from "../api";
import { moved } from "../model";
import { onEnter } from "../onEnter";

/** Products chosen by hand, in the order they are shown. */
export function ProductList({
  service,
  slugs,
  known,
  error,
  onChange,
}: {
  service: string;
  slugs: readonly string[];
  /** The names of products that were chosen before. */
  known: readonly Ref[];
  error: string | undefined;
  onChange: (slugs: string[]) => void;
}) {
  const { t } = useTranslation("content");
  const [met, setMet] = useState<Readonly<Record<string, string>>>({});
  const nameOf = (slug: string) =>
    met[slug] ?? known.find((one) => one.slug === slug)?.name ?? slug;
  return (
    <FieldGroup label={t("products")} error={error} className="gap-3">
      {slugs.length === 0 ? (
        <p className="text-muted">{t("products_none")}</p>
      ) : (
        <ol className="divide-y divide-line rounded-control border border-line">
          {slugs.map((slug, place) => (
            <li key={slug} className="flex items-center gap-1 ps-4">
              <span className="min-w-0 flex-1 py-2 break-words">
                <Isolate>{nameOf(slug)}</Isolate>
              </span>
              <IconButton
                icon="chevron-up"
                label={t("earlier", { name: nameOf(slug) })}
                disabled={place === 0}
                onClick={() => onChange(moved(slugs, place, -1))}
              />
              <IconButton
                icon="chevron-down"
                label={t("later", { name: nameOf(slug) })}
                disabled={place === slugs.length - 1}
                onClick={() => onChange(moved(slugs, place, 1))}
              />
              <IconButton
                icon="close"
                label={t("remove", { name: nameOf(slug) })}
                onClick={() => onChange(slugs.filter((one) => one !== slug))}
              />
            </li>
          ))}
        </ol>
      )}
      <Find
        service={service}
        chosen={slugs}
        onAdd={({ slug, name }) => {
          setMet((now) => ({ ...now, [slug]: name }));
          onChange([...slugs, slug]);
        }}
      />
    </FieldGroup>
  );
}

function Find({
  service,
  chosen,
  onAdd,
}: {
  service: string;
  chosen: readonly string[];
  onAdd: (product: ProductCard) => void;
}) {
  const { t } = useTranslation("content");
  const [text, setText] = useState("");
  const asked = text.trim();
  const found = useQuery({
    ...productsQuery(useScope(), service, asked),
    placeholderData: keepPreviousData,
  });
  const shown = asked === "" ? [] : (found.data ?? []).filter(({ slug }) => !chosen.includes(slug));
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        label={t("products_find")}
        hint={service === "" ? t("choose_service") : undefined}
        disabled={service === ""}
        autoComplete="off"
        value={text}
        onValueChange={setText}
        onKeyDown={onEnter()}
      />
      <p role="status" className="text-sm text-muted">
        {asked !== "" && found.isSuccess && shown.length === 0 ? t("products_nothing") : ""}
      </p>
      <ul className="flex flex-wrap gap-2">
        {shown.slice(0, 8).map((product) => (
          <li key={product.id}>
            <Button size="sm" icon="plus" onClick={() => onAdd(product)}>
              <Isolate>{product.name}</Isolate>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
