import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { User } from "../../../../api/types";
import { useFields } from "../../../../api/useFields";
import { definePage, usePage } from "../../../../lib/page";
import { part } from "../../../../lib/part";
import { paths } from "../../../../lib/paths";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { Isolate, Words } from "../../../../lib/words";
import { profileQuery } from "../../../../shop/account/api";
import { Button } from "../../../../ui/Button";
import { ButtonLink } from "../../../../ui/ButtonLink";
import { Card } from "../../../../ui/Card";
import { Container } from "../../../../ui/Container";
import type { IconName } from "../../../../ui/Icon";
import { IconTile } from "../../../../ui/IconTile";
import { Link } from "../../../../ui/Link";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { PageHead } from "../../../../ui/PageHead";
import { Section } from "../../../../ui/Section";
import { Select } from "../../../../ui/Select";
import { Skeleton } from "../../../../ui/Skeleton";
import { SkeletonGroup } from "../../../../ui/SkeletonGroup";
import { TextArea } from "../../../../ui/TextArea";
import { TextInput } from "../../../../ui/TextInput";
import { type Contact, categories, contactQuery, type Letter, writeToShop } from "../api";
import { SendButton } from "../components/SendButton";

const GuestTicket = part(() => import("../components/GuestTicket"));

function ContactPage() {
  const { t } = useTranslation("support");
  const { query } = usePage();
  const { ready, session } = useScope();
  const key = query.get("ticket");
  const profile = useQuery(profileQuery(useScope()));
  const user = profile.data;
  // While the profile is unknown, customers could type into fields that are filled in shortly
  // afterwards.
  const unknown =
    !ready || (session !== "" && profile.isPending && profile.fetchStatus !== "paused");
  return (
    <Container className="flex flex-col gap-4 py-6">
      <PageHead title={t("contact_title")} text={t("contact_text")} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
        <div className="flex flex-col gap-4 lg:order-last">
          <Details />
          {key === "" && ready && session !== "" && (
            <Notice
              action={
                <ButtonLink to={paths.support} size="sm">
                  {t("to_tickets")}
                </ButtonLink>
              }
            >
              {t("signed_in")}
            </Notice>
          )}
        </div>
        {key !== "" ? (
          <Suspense fallback={<Skeleton shape="block" className="h-40" />}>
            <GuestTicket ticketKey={key} />
          </Suspense>
        ) : (
          <Card>
            <Section title={t("write")}>
              {unknown ? (
                <SkeletonGroup label={t("loading")} className="flex flex-col gap-4">
                  <Skeleton shape="button" className="h-16" />
                  <Skeleton shape="button" className="h-20" />
                  <Skeleton shape="button" className="h-20" />
                  <Skeleton shape="button" className="h-40" />
                </SkeletonGroup>
              ) : (
                <LetterForm key={user?.id ?? ""} user={user} />
              )}
            </Section>
          </Card>
        )}
      </div>
    </Container>
  );
}

/** The shop's contact details; rendered on the server. */
function Details() {
  const { t } = useTranslation("support");
  return (
    <Loaded
      query={useQuery(contactQuery(useScope()))}
      texts="support"
      failed={t("details_failed")}
      skeleton={["h-24"]}
    >
      {(details) => <Ways data={details} />}
    </Loaded>
  );
}

function Ways({ data }: { data: Contact }) {
  const { t } = useTranslation("support");
  const { phone } = useFormat();
  const ways: { icon: IconName; label: string; to?: string; text: string }[] = [];
  if (data.phone) {
    ways.push({
      icon: "phone",
      label: t("phone"),
      to: `tel:${data.phone}`,
      text: phone(data.phone),
    });
  }
  if (data.whatsapp) {
    const to = `https://wa.me/${data.whatsapp.replace("+", "")}`;
    ways.push({ icon: "chat", label: t("whatsapp"), to, text: phone(data.whatsapp) });
  }
  if (data.email) {
    ways.push({ icon: "mail", label: t("email"), to: `mailto:${data.email}`, text: data.email });
  }
  if (data.address) ways.push({ icon: "pin", label: t("address"), text: data.address });
  if (data.hours) ways.push({ icon: "clock", label: t("hours"), text: data.hours });
  if (data.seller.length > 0) {
    ways.push({ icon: "building", label: t("seller"), text: data.seller.join(t("comma")) });
  }
  if (ways.length === 0) return null;
  return (
    <Card as="section" padding="none" aria-label={t("details")} className="overflow-hidden">
      <ul className="divide-y divide-line">
        {ways.map(({ icon, label, to, text }) => (
          <li
            key={icon}
            className="relative flex min-h-16 items-center gap-3 px-4 py-2 has-[a]:hover:bg-tint"
          >
            <IconTile icon={icon} size="sm" tone={to ? "go" : "plain"} />
            <div className="min-w-0">
              <p className="text-sm text-muted">
                <Isolate>{label}</Isolate>
              </p>
              <p className="font-medium break-words">
                {to ? (
                  <Link to={to} look="cover">
                    <bdi>{text}</bdi>
                  </Link>
                ) : (
                  <Words>{text}</Words>
                )}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const nothing: Required<Letter> = {
  name: "",
  phone: "",
  email: "",
  subject: "",
  category: "other",
  text: "",
};

function LetterForm({ user }: { user: User | undefined }) {
  const { t } = useTranslation("support");
  const { phone } = useFormat();
  const [received, setReceived] = useState("");
  const [other, setOther] = useState(false);
  const gap = (text: string) => (text.trim() === "" ? t("required") : undefined);
  const mine = {
    ...nothing,
    name: user?.name ?? "",
    phone: user ? phone(user.phone) : "",
    email: user?.email ?? "",
  };
  const form = useFields(mine, ({ name, subject, text, phone, email }) => ({
    name: gap(name),
    subject: gap(subject),
    text: gap(text),
    phone: gap(phone + email) && t("reach"),
  }));
  // Signed-in customers do not see the contact fields, unless the server found an error in them.
  if (!other && (form.error("name") || form.error("phone") || form.error("email"))) setOther(true);
  const known = mine.name !== "" && !other;
  const field = (name: keyof Letter) => ({ ...form.field(name), label: t(name) });

  async function write() {
    setReceived((await writeToShop(form.values)).message);
    form.reset(mine);
  }
  if (received !== "") {
    return (
      <Notice tone="success" live title={received}>
        {t("received_text")}
      </Notice>
    );
  }
  return (
    <form ref={form.ref} onSubmit={form.submit(write)} noValidate className="flex flex-col gap-4">
      {known ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-tint px-4 py-2">
          <div className="min-w-0">
            <p className="text-sm text-muted">{t("answer_to")}</p>
            <p className="facts">
              <bdi className="font-medium">{mine.name}</bdi>
              {/* A wrapper around left-to-right text, so that the separating dots are on the correct side. */}
              <span className="whitespace-nowrap">
                <bdi dir="ltr">{mine.phone}</bdi>
              </span>
              {mine.email && (
                <span className="wrap-anywhere">
                  <bdi dir="ltr">{mine.email}</bdi>
                </span>
              )}
            </p>
          </div>
          <Button variant="plain" size="sm" className="-ms-3" onClick={() => setOther(true)}>
            {t("answer_other")}
          </Button>
        </div>
      ) : (
        <>
          <TextInput {...field("name")} required autoComplete="name" maxLength={80} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput {...field("phone")} type="tel" autoComplete="tel" dir="ltr" maxLength={30} />
            <TextInput
              {...field("email")}
              type="email"
              autoComplete="email"
              dir="ltr"
              maxLength={200}
            />
          </div>
        </>
      )}
      <Select
        {...field("category")}
        options={categories.map((value) => ({ value, label: t(`category_${value}`) }))}
      />
      <TextInput {...field("subject")} required maxLength={120} />
      <TextArea {...field("text")} required maxLength={4000} />
      <SendButton failure={form.elsewhere} busy={form.busy} />
    </form>
  );
}

export default definePage({
  queries: ({ scope }) => [contactQuery(scope)],
  head: ({ t }) => ({
    title: t("support:contact_title"),
    description: t("support:contact_text"),
    canonicalPath: paths.contactUs,
  }),
  Component: ContactPage,
});
