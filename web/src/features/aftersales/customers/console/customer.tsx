import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../../backoffice/me";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPage, RecordSection } from "../../../../backoffice/RecordPage";
import { definePage, usePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate } from "../../../../lib/words";
import { Badge } from "../../../../ui/Badge";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Ltr } from "../../../../ui/Ltr";
import { type Customer, customerQuery, type Hold } from "./api";
import { Access } from "./components/Access";
import { Addresses } from "./components/Addresses";
import { Things } from "./components/Things";

/** The shop's data about a customer, as far as the signed-in staff member may see it elsewhere. */
function CustomerPage() {
  const { t } = useTranslation("customers");
  const { params } = usePage();
  const scope = useScope();
  const asked = useQuery(customerQuery(scope, params.id));
  const me = useQuery(meQuery(scope)).data;
  return (
    <RecordPage<Customer>
      back={{ to: "/customers", label: t("title") }}
      query={asked}
      title={(customer) => <bdi>{customer?.name}</bdi>}
      badge={(customer) => customer?.blocked && <Badge tone="trouble">{t("blocked")}</Badge>}
      history={({ id }) => <RecordHistory object={id} />}
    >
      {(customer) =>
        customer && (
          <>
            <Who customer={customer} />
            <Holds all={customer.holds} currency={customer.currency} />
            {me?.capabilities.includes("customers.block") && <Access customer={customer} />}
            <Things customer={customer} />
            {me?.capabilities.includes("customers.addresses") && (
              <Addresses key={customer.id} id={customer.id} />
            )}
          </>
        )
      }
    </RecordPage>
  );
}

function Who({ customer }: { customer: Customer }) {
  const { t } = useTranslation("customers");
  const format = useFormat();
  const { wallet, points, points_value, currency } = customer;
  const facts: [string, React.ReactNode][] = [
    [t("joined"), format.date(Date.parse(customer.joined_at))],
    [
      t("orders"),
      customer.orders_more
        ? t("more_than", { number: format.number(customer.orders_placed) })
        : format.number(customer.orders_placed),
    ],
    [
      t("last_order"),
      customer.last_order_at ? format.date(Date.parse(customer.last_order_at)) : "–",
    ],
    [t("reads"), t(`lang_${customer.lang}`)],
  ];
  if (customer.email) facts.push([t("email"), <Ltr key="email">{customer.email}</Ltr>]);
  if (customer.company_name)
    facts.push([t("company"), <bdi key="company">{customer.company_name}</bdi>]);
  if (wallet !== null)
    facts.push([t("wallet"), <bdi key="wallet">{format.money(wallet, currency)}</bdi>]);
  if (points !== null)
    facts.push([
      t("points"),
      <bdi key="points">
        {t("points_worth", {
          points: format.number(points),
          value: format.money(points_value ?? 0, currency),
        })}
      </bdi>,
    ]);
  return (
    <RecordSection title={t("who")}>
      <ButtonLink to={`tel:${customer.phone}`} icon="phone" variant="soft" className="self-start">
        {t("call", { phone: format.phone(customer.phone) })}
      </ButtonLink>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:grid-cols-4">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">
              <Isolate>{label}</Isolate>
            </dt>
            <dd className="font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </RecordSection>
  );
}

function Holds({ all, currency }: { all: readonly Hold[]; currency: string }) {
  const { t } = useTranslation("customers");
  const format = useFormat();
  return (
    <RecordSection title={t("holds")}>
      {all.length === 0 ? (
        <p className="text-muted">{t("holds_none")}</p>
      ) : (
        <ul className="flex list-disc flex-col gap-2 ps-5">
          {all.map(({ kind, count, amount }) => (
            <li key={kind}>
              {t(`holds_${kind}`, { count, amount: format.money(amount, currency) })}
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("customers:page"), noIndex: true }),
  Component: CustomerPage,
});
