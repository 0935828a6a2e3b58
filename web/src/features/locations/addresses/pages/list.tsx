import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Address } from "../../../../api/types";
import { useAction } from "../../../../api/useAction";
import { definePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { AddressLines } from "../../../../shop/addresses/AddressLines";
import { addressesQuery } from "../../../../shop/addresses/api";
import { addressIcons, shopFor, shopForDistrictOf } from "../../../../shop/addresses/model";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Badge } from "../../../../ui/Badge";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { cx } from "../../../../ui/cx";
import { Drawing } from "../../../../ui/Drawing";
import { EmptyState } from "../../../../ui/EmptyState";
import { Icon } from "../../../../ui/Icon";
import { IconTile } from "../../../../ui/IconTile";
import { Loaded } from "../../../../ui/Loaded";
import { Ltr } from "../../../../ui/Ltr";
import { MenuButton } from "../../../../ui/MenuButton";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { deleteAddress, makeDefault } from "../api";

const grid = "grid gap-4 xl:grid-cols-2";

function AddressesPage() {
  const { t } = useTranslation();
  const addresses = useQuery(addressesQuery(useScope()));
  return (
    <Container className="flex flex-col gap-6 py-6">
      <PageHead
        title={t("addresses:title")}
        action={
          addresses.data &&
          addresses.data.length > 0 && (
            <ButtonLink to={paths.addAddress} icon="plus" variant="primary">
              {t("addresses:add")}
            </ButtonLink>
          )
        }
      />
      <SignInFirst>
        <Loaded query={addresses} texts="addresses" skeleton={["h-64", "h-64"]} layout={grid}>
          {(all) =>
            all.length === 0 ? (
              <EmptyState
                picture={<Drawing name="addresses" />}
                title={t("addresses:empty")}
                text={t("addresses:empty_text")}
                action={
                  <ButtonLink to={paths.addAddress} variant="primary" icon="plus">
                    {t("addresses:add")}
                  </ButtonLink>
                }
              />
            ) : (
              <ul className={grid}>
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
    <Card
      as="li"
      className={cx("flex flex-col gap-4", chosen && "outline-2 -outline-offset-2 outline-go")}
    >
      <div className="flex flex-wrap items-start gap-3">
        <IconTile icon={addressIcons[address.type]} tone={chosen ? "go" : "plain"} />
        <div className="min-w-36 flex-1 basis-0">
          <h2 className="flex min-h-7 flex-wrap items-center gap-2 text-lg font-semibold">
            <bdi>{address.name || t(`addresses:type_${address.type}`)}</bdi>
            {address.is_default && <Badge>{t("addresses:default")}</Badge>}
            {chosen && (
              <Badge tone="good" icon="check">
                {t("addresses:chosen")}
              </Badge>
            )}
          </h2>
          <AddressLines address={address} />
          {address.postal_code && <p className="text-sm text-muted">{address.postal_code}</p>}
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm">
        <Icon name="phone" size={18} className="text-muted" />
        <bdi>{address.contact_name}</bdi>
        <Ltr>{format.phone(address.phone)}</Ltr>
      </p>
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
        <div className="mt-auto flex flex-wrap gap-2">
          {!chosen && (
            <Button size="sm" variant="soft" onClick={() => shopFor(address, t)}>
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
