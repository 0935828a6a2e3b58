import { memo, useCallback, useRef } from "react";
import { PicturePicker } from "../../../../../backoffice/pictures/PicturePicker";
import { useScope } from "../../../../../lib/scope";
import { useTranslation } from "../../../../../lib/translation";
import { Isolate } from "../../../../../lib/words";

import type { Option } from "../api";
import type { VariantDraft } from "../model";
import { cellLook } from "./cell";
import { Wrong } from "./Wrong";

const cells = ["sku", "barcode", "weight_grams"] as const;

/** The variants of the options, one per row; fast with hundreds of them. */
export function VariantGrid({
  options,
  variants,
  errorOf,
  onChange,
}: {
  options: readonly Option[];
  variants: readonly VariantDraft[];
  errorOf: (name: string) => string | undefined;
  onChange: (variants: VariantDraft[]) => void;
}) {
  const { t } = useTranslation("catalogue");
  const { lang } = useScope();
  // Only changed rows render again: their callbacks stay the same.
  const latest = useRef({ variants, onChange });
  latest.current = { variants, onChange };
  const put = useCallback((at: number, changes: Partial<VariantDraft>) => {
    const now = latest.current;
    now.onChange(now.variants.map((one, i) => (i === at ? { ...one, ...changes } : one)));
  }, []);
  const named = ({ choices }: VariantDraft) =>
    options
      .map(({ id, values }) => {
        const name = values.find((value) => value.id === choices[id])?.name;
        return name ? name[lang] || name.en || name.ar || "…" : "…";
      })
      .join(" / ");
  const error = errorOf("variants");
  return (
    <div className="flex flex-col gap-2">
      {error && <Wrong text={error} />}
      <div className="relative overflow-x-auto">
        <table className="w-full border-collapse text-start">
          <caption className="sr-only">{t("variants")}</caption>
          <thead>
            <tr className="text-sm text-muted">
              <th scope="col" className="p-1 text-start font-medium">
                {t("variant")}
              </th>
              {cells.map((cell) => (
                <th key={cell} scope="col" className="p-1 text-start font-medium whitespace-nowrap">
                  {t(cell)}
                </th>
              ))}
              <th scope="col" className="p-1 text-start font-medium">
                {t("offered")}
              </th>
              <th scope="col" className="p-1 text-start font-medium">
                {t("picture")}
              </th>
            </tr>
          </thead>
          <tbody>
            {variants.map((variant, at) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: new rows have no other name.
                key={at}
                at={at}
                variant={variant}
                name={named(variant) || t("only_variant")}
                wrong={[
                  errorOf(`variants.${at}`),
                  ...cells.map((cell) => errorOf(`variants.${at}.${cell}`)),
                  errorOf(`variants.${at}.image`),
                ]
                  .filter(Boolean)
                  .join(" ")}
                put={put}
              />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const Row = memo(function Row({
  at,
  variant,
  name,
  wrong,
  put,
}: {
  at: number;
  variant: VariantDraft;
  name: string;
  wrong: string;
  put: (at: number, changes: Partial<VariantDraft>) => void;
}) {
  const { t } = useTranslation("catalogue");
  return (
    <>
      <tr className="border-t border-line">
        <th scope="row" className="min-w-24 p-1 text-start font-medium">
          <Isolate>{name}</Isolate>
        </th>
        {cells.map((cell) => (
          <td key={cell} className="p-1">
            <input
              className={cellLook}
              dir="ltr"
              autoComplete="off"
              aria-label={`${name}: ${t(cell)}`}
              aria-invalid={wrong !== "" || undefined}
              aria-describedby={wrong === "" ? undefined : `variant-${at}-wrong`}
              inputMode={cell === "sku" ? "text" : "numeric"}
              placeholder={cell === "sku" ? t("automatic") : undefined}
              value={variant[cell]}
              onChange={(event) => put(at, { [cell]: event.target.value })}
            />
          </td>
        ))}
        <td className="p-1">
          <input
            type="checkbox"
            className="size-6 accent-go"
            aria-label={`${name}: ${t("offered")}`}
            checked={variant.active}
            onChange={(event) => put(at, { active: event.target.checked })}
          />
        </td>
        <td className="p-1">
          <details>
            <summary className="flex min-h-11 cursor-pointer items-center text-sm">
              <span className="sr-only">
                <Isolate>{name}</Isolate>:{" "}
              </span>
              {t(variant.image ? "own_picture" : "no_picture")}
            </summary>
            <PicturePicker
              label={`${name}: ${t("picture")}`}
              value={variant.image ? [variant.image] : []}
              error={undefined}
              max={1}
              onValueChange={([image = ""]) => put(at, { image })}
            />
          </details>
        </td>
      </tr>
      {wrong !== "" && (
        <tr>
          <td
            colSpan={6}
            id={`variant-${at}-wrong`}
            className="px-1 pb-2 text-sm text-trouble-text"
          >
            {wrong}
          </td>
        </tr>
      )}
    </>
  );
});
