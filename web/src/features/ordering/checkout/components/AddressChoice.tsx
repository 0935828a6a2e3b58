import type { ReactNode } from "react";
import type { Quote } from "../../../../api/types";
import { paths } from "../../../../lib/paths";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Words } from "../../../../lib/words";
import { addressIcons, oneLine } from "../../../../shop/addresses/model";
import { Badge } from "../../../../ui/Badge";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Notice } from "../../../../ui/Notice";
import { RadioGroup } from "../../../../ui/RadioGroup";
import { unreached } from "../model";

export interface AddressChoiceProps {
  quote: Quote;
  service: string;
  onChoose: (id: string) => void;
  error?: string | undefined;
  /** Without any address, a new one is filled in here and saved with the order. */
  form: ReactNode;
}

/** The delivery address: the default first, and a link to add another one and return. */
export function AddressChoice({ quote, service, onChoose, error, form }: AddressChoiceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { addresses, address } = quote;
  const sorted = addresses.toSorted((a, b) => Number(b.is_default) - Number(a.is_default));
  const problem = unreached(quote);
  if (sorted.length === 0) {
    return (
      <div className="flex flex-col gap-3">
        {form}
        {error && (
          <p role="alert" className="text-sm text-trouble-text">
            {error}
          </p>
        )}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label={t("checkout:address")}
        labelHidden
        value={address?.id ?? null}
        onValueChange={onChoose}
        error={error}
        options={sorted.map((one) => ({
          value: one.id,
          label: one.name || t(`addresses:type_${one.type}`),
          mark: one.is_default ? <Badge>{t("addresses:default")}</Badge> : undefined,
          icon: addressIcons[one.type],
          hint: (
            <>
              <span className="block">
                <Words>{oneLine(one, t, format.list)}</Words>
              </span>
              <bdi>{one.contact_name}</bdi>{" "}
              <bdi dir="ltr" className="whitespace-nowrap">
                {one.phone && format.phone(one.phone)}
              </bdi>
              {quote.unreached.includes(one.id) && (
                <span className="block text-trouble-text">{t("checkout:address_unreached")}</span>
              )}
            </>
          ),
        }))}
      />
      {/* A failed attempt to order shows the same error at the field instead. */}
      {problem && address && !error && (
        <Notice tone="trouble" live>
          <Words>{problem.message}</Words>
        </Notice>
      )}
      <ButtonLink
        to={`${paths.addAddress}?then=checkout&service_id=${encodeURIComponent(service)}`}
        icon="plus"
        className="self-start"
      >
        {t("addresses:add")}
      </ButtonLink>
    </div>
  );
}
