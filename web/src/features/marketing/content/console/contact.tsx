import { useQuery } from "@tanstack/react-query";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordHistory } from "../../../../backoffice/RecordHistory";
import { RecordPart } from "../../../../backoffice/RecordPage";
import { toasts } from "../../../../backoffice/toasts";
import { useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { Link } from "../../../../ui/Link";
import { TextInput } from "../../../../ui/TextInput";
import { type ContactBody, contactQuery, saveContact } from "./api";
import { BothLanguages } from "./components/BothLanguages";
import { Frame } from "./components/Frame";
import { contactBody, contactDraft } from "./model";
import { useInBoth } from "./useContent";
import { useContentSaved } from "./useContentSaved";

/** The shop's contact details, as on the contact page. */
function ContactPage() {
  const { t } = useTranslation("content");
  const contact = useQuery(contactQuery(useScope()));
  return (
    <Frame section="contact">
      <p className="text-muted text-pretty">
        {t("contact_text")}{" "}
        <Link to="/support" className="inline-flex min-h-6 items-center">
          {t("contact_letters")}
        </Link>
      </p>
      <RecordPart query={contact} history={() => <RecordHistory object="contact" />}>
        {(data) => <Contact contact={data} />}
      </RecordPart>
    </Frame>
  );
}

const lines = [
  { name: "phone", type: "tel" },
  { name: "whatsapp", type: "tel" },
  { name: "email", type: "email" },
] as const;

function Contact({ contact }: { contact: ContactBody }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const keep = useContentSaved();
  const inBoth = useInBoth();
  const form = useForm({
    name: "contact",
    record: contact,
    draftOf: contactDraft,
    labels: {
      phone: t("contact_phone"),
      whatsapp: t("contact_whatsapp"),
      email: t("contact_email"),
      ...inBoth({ address: t("contact_address"), hours: t("contact_hours") }),
    },
    save: (values, now) => saveContact(contactBody(values, now)),
    onSaved: (saved) => {
      keep(contactQuery(scope).queryKey, saved);
      toasts.show({ text: t("saved"), tone: "success" });
    },
  });
  return (
    <RecordForm form={form}>
      <Card className="grid gap-5 sm:grid-cols-3">
        {lines.map(({ name, type }) => (
          <TextInput key={name} {...form.field(name)} type={type} autoComplete="off" />
        ))}
      </Card>
      <BothLanguages
        form={form}
        parts={[
          { name: "address", label: t("contact_address") },
          { name: "hours", label: t("contact_hours") },
        ]}
      />
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_contact"), noIndex: true }),
  Component: ContactPage,
});
