import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { addressesQuery } from "../../../../shop/addresses/api";
import { shopFor } from "../../../../shop/addresses/model";
import { checkoutOf } from "../../../../shop/checkoutSource";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { PageHead } from "../../../../ui/PageHead";
import { createAddress } from "../api";
import { AddressForm } from "../components/AddressForm";
import { draftHere } from "../model";

function AddAddressPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-4 py-6">
      <PageHead title={t("addresses:add")} />
      <SignInFirst>
        <Card>
          <NewAddress />
        </Card>
      </SignInFirst>
    </Container>
  );
}

/** Begins with the current shopping location, and returns to the page that needed the address. */
function NewAddress() {
  const { t } = useTranslation();
  const { query } = usePage();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <AddressForm
      start={draftHere()}
      save={createAddress}
      onSaved={(address) => {
        void client.invalidateQueries({ queryKey: addressesQuery(scope).queryKey });
        shopFor(address, t);
        navigate(
          query.get("then") === "checkout" ? checkoutOf(query.get("service_id")) : paths.home,
        );
      }}
    />
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("addresses:add"), noIndex: true }),
  Component: AddAddressPage,
});
