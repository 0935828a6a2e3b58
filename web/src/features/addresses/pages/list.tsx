import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Address } from "../../../api/types";
import { useAction } from "../../../api/useAction";
import { definePage } from "../../../lib/page";
import { paths } from "../../../lib/paths";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { useFormat } from "../../../lib/useFormat";
import { Words } from "../../../lib/words";
import { addressesQuery } from "../../../shop/addresses/api";
import { oneLine, shopFor, shopForDistrictOf } from "../../../shop/addresses/model";
import { SignInFirst } from "../../../shop/signIn/SignInFirst";
import { Badge } from "../../../ui/Badge";
import { Button } from "../../../ui/Button";
import { ButtonLink } from "../../../ui/ButtonLink";
import { Card } from "../../../ui/Card";
import { Container } from "../../../ui/Container";
import { EmptyState } from "../../../ui/EmptyState";
import { Icon, type IconName } from "../../../ui/Icon";
import { Loaded } from "../../../ui/Loaded";
import { Ltr } from "../../../ui/Ltr";
import { MenuButton } from "../../../ui/MenuButton";
import { Notice } from "../../../ui/Notice";
import { deleteAddress, makeDefault } from "../api";

const icons: Record<Address["type"], IconName> = { home: "home", work: "store", other: "pin" };

function AddressesPage() {
  const { t } = useTranslation();
  const addresses = useQuery(addressesQuery(useScope()));
  return (
    <Container width="text" className="flex flex-col gap-5 py-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">{t("addresses:title")}</h1>
        {addresses.data && addresses.data.length > 0 && (
          <ButtonLink to={paths.addAddress} icon="plus" variant="soft">
            {t("addresses:add")}
          </ButtonLink>
        )}
      </div>
      <SignInFirst>
        <Loaded query={addresses} texts="addresses" skeleton={["h-36", "h-36"]}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                icon="pin"
                title={t("addresses:empty")}
                text={t("addresses:empty_text")}
                action={
                  <ButtonLink to={paths.addAddress} variant="primary" icon="plus">
                    {t("addresses:add")}
                  </ButtonLink>
                }
              />
            ) : (
              <ul className="flex flex-col gap-3">
                {all.map((address) => (
                  <AddressCard key={address.id} address={address} several={all.length > 1} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </SignInFirst>
    </Container>
  );
}

function AddressCard({ address, several }: { address: Address; several: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const scope = useScope();
  const client = useQueryClient();
  const { busy, problem, run: act } = useAction();
  const [asking, setAsking] = useState(false);
  const chosen = scope.address === address.id;

  async function run(action: () => Promise<unknown>) {
    await act(async () => {
      await action();
      await client.invalidateQueries({ queryKey: addressesQuery(scope).queryKey });
    });
    setAsking(false);
  }
  return (
    <Card as="li" className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <Icon name={icons[address.type]} size={24} className="mt-0.5 text-go-text" />
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold">
            {address.name || t(`addresses:type_${address.type}`)}
            {address.is_default && <Badge tone="go">{t("addresses:default")}</Badge>}
            {chosen && <Badge>{t("addresses:chosen")}</Badge>}
          </h2>
          <p>
            <Words>{oneLine(address, t("addresses:comma"))}</Words>
          </p>
          {(address.floor || address.apartment_number) && (
            <p className="text-sm text-muted">
              <Words>
                {[
                  address.floor && t("addresses:floor_short", { floor: address.floor }),
                  address.apartment_number &&
                    t("addresses:flat_short", { flat: address.apartment_number }),
                ]
                  .filter(Boolean)
                  .join(t("addresses:comma"))}
              </Words>
            </p>
          )}
          {address.landmark && (
            <p className="text-sm text-muted">
              <Words>{address.landmark}</Words>
            </p>
          )}
          <p className="text-sm text-muted">
            {[address.city, address.region.name, address.postal_code]
              .filter(Boolean)
              .join(t("addresses:comma"))}
          </p>
          <p className="mt-1 text-sm">
            <bdi>{address.contact_name}</bdi>
            {" · "}
            <Ltr>{format.phone(address.phone)}</Ltr>
          </p>
        </div>
      </div>
      {!address.delivers && <Notice tone="warning">{t("places:unserved")}</Notice>}
      {problem && (
        <Notice tone="trouble" live>
          {problem}
        </Notice>
      )}
      {asking ? (
        <Notice tone="warning" live title={t("addresses:delete_ask")}>
          <span className="mt-2 flex flex-wrap gap-2">
            <Button
              variant="danger"
              size="sm"
              loading={busy}
              onClick={() =>
                void run(async () => {
                  await deleteAddress(address.id);
                  if (chosen) shopForDistrictOf(address);
                })
              }
            >
              {t("addresses:delete")}
            </Button>
            <Button size="sm" onClick={() => setAsking(false)}>
              {t("addresses:keep")}
            </Button>
          </span>
        </Notice>
      ) : (
        <div className="flex flex-wrap gap-2">
          {!chosen && (
            <Button size="sm" variant="soft" onClick={() => shopFor(address, t("addresses:comma"))}>
              {t("addresses:shop_here")}
            </Button>
          )}
          <ButtonLink size="sm" variant="quiet" icon="edit" to={paths.editAddress(address.id)}>
            {t("addresses:edit")}
          </ButtonLink>
          {address.is_default && (
            <p className="basis-full text-sm text-muted">
              {t(several ? "addresses:default_note" : "addresses:default_kept")}
            </p>
          )}
          {!address.is_default && (
            <MenuButton
              label={t("addresses:actions")}
              iconOnly
              items={[
                { id: "default", label: t("addresses:make_default"), icon: "check" },
                { id: "delete", label: t("addresses:delete"), icon: "trash", danger: true },
              ]}
              onAction={(id) => {
                if (id === "delete") setAsking(true);
                else void run(() => makeDefault(address.id));
              }}
            />
          )}
        </div>
      )}
    </Card>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("addresses:title"), noIndex: true }),
  Component: AddressesPage,
});
