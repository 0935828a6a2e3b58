import { useState } from "react";
import { useAction } from "../../../../../api/useAction";
import { RecordSection } from "../../../../../backoffice/RecordPage";
import { useTranslation } from "../../../../../lib/translation";
import { useFormat } from "../../../../../lib/useFormat";
import { Button } from "../../../../../ui/Button";
import { Notice } from "../../../../../ui/Notice";
import { type CustomerAddress, lookAtAddresses } from "../api";

/** The customer's addresses, requested separately because viewing them is recorded in the activity log. */
export function Addresses({ id }: { id: string }) {
  const { t } = useTranslation("customers");
  const [all, setAll] = useState<CustomerAddress[] | null>(null);
  const { busy, problem, run } = useAction();
  return (
    <RecordSection title={t("addresses")} text={t("addresses_text")}>
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {all === null ? (
        <Button
          size="sm"
          icon="pin"
          loading={busy}
          className="self-start"
          onClick={() => void run(async () => setAll(await lookAtAddresses(id)))}
        >
          {t("show_addresses")}
        </Button>
      ) : all.length === 0 ? (
        <p className="text-muted">{t("no_addresses")}</p>
      ) : (
        <ul className="grid gap-4 sm:grid-cols-2">
          {all.map((address) => (
            <li key={address.id}>
              <Address address={address} />
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

function Address({ address }: { address: CustomerAddress }) {
  const { t } = useTranslation("customers");
  const { phone, words } = useFormat();
  const part = (key: "building" | "floor" | "apartment", value: string) =>
    value === "" ? "" : t(key, { value: words(value) });
  const lines = [
    [part("building", address.building_number), words(address.address)],
    [part("floor", address.floor), part("apartment", address.apartment_number)],
    [address.district.name, address.city || address.region.name],
    [words(address.landmark)],
  ]
    .map((line) => line.filter((one) => one !== "").join(t("comma")))
    .filter((line) => line !== "");
  return (
    <address className="flex flex-col gap-1 not-italic">
      {(address.name !== "" || address.is_default) && (
        <p className="font-semibold">
          <bdi>{address.name}</bdi>
          {address.is_default && (
            <span className="font-normal text-muted">
              {address.name === "" ? "" : " · "}
              {t("main_address")}
            </span>
          )}
        </p>
      )}
      {lines.map((line) => (
        <p key={line}>
          <bdi>{line}</bdi>
        </p>
      ))}
      <p className="text-sm text-muted">
        <bdi>{address.contact_name}</bdi> · {phone(address.phone)}
      </p>
    </address>
  );
}
