import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { reportMissing } from "../../../../api/client";
import { useNavigate } from "../../../../lib/history";
import { definePage, usePage } from "../../../../lib/page";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { addressesQuery } from "../../../../shop/addresses/api";
import { shopFor } from "../../../../shop/addresses/model";
import { SignInFirst } from "../../../../shop/signIn/SignInFirst";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import { Loaded } from "../../../../ui/Loaded";
import { PageHead } from "../../../../ui/PageHead";
import { updateAddress } from "../api";
import { AddressForm } from "../components/AddressForm";
import { draftOf } from "../model";

function EditAddressPage() {
  const { t } = useTranslation();
  return (
    <Container width="text" className="flex flex-col gap-4 py-6">
      <PageHead title={t("addresses:edit_title")} />
      <SignInFirst>
        <Edited />
      </SignInFirst>
    </Container>
  );
}

function Edited() {
  const { t } = useTranslation();
  const { params } = usePage();
  const scope = useScope();
  const client = useQueryClient();
  const navigate = useNavigate();
  const addresses = useQuery(addressesQuery(scope));
  const address = addresses.data?.find((one) => one.id === params.id);
  return (
    <Loaded query={addresses} texts="addresses" skeleton={["h-96"]}>
      {() =>
        address ? (
          <Card>
            <AddressForm
              start={draftOf(address)}
              save={(body) => updateAddress(address.id, body)}
              onSaved={(saved) => {
                void client.invalidateQueries({ queryKey: addressesQuery(scope).queryKey });
                if (scope.address === saved.id) shopFor(saved, t);
                navigate(paths.myAddress);
              }}
            />
          </Card>
        ) : (
          <Gone />
        )
      }
    </Loaded>
  );
}

/** The address does not exist or belongs to somebody else: shown as for a 404. */
function Gone() {
  useEffect(reportMissing, []);
  return null;
}

export default definePage({
  head: ({ t }) => ({ title: t("addresses:edit_title"), noIndex: true }),
  Component: EditAddressPage,
});
