import { useQuery } from "@tanstack/react-query";
import { definePage } from "../../../lib/page";
import { useScope } from "../../../lib/scope";
import { useTranslation } from "../../../lib/translation";
import { Card } from "../../../ui/Card";
import { Link } from "../../../ui/Link";
import { Loaded } from "../../../ui/Loaded";
import { TextInput } from "../../../ui/TextInput";
import { type ContactBody, contactQuery, saveContact } from "./api";
import { Both } from "./components/Both";
import { EditForm } from "./components/EditForm";
import { Frame } from "./components/Frame";
import { toasts } from "./toasts";
import { useEditing } from "./useEditing";
import { useKeep } from "./useKeep";

/** How to reach the shop, as the contact page says it. */
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
      <Loaded query={contact} texts="content" skeleton={["h-48", "h-48"]}>
        {(data) => <Form contact={data} />}
      </Loaded>
    </Frame>
  );
}

const lines = [
  { name: "phone", type: "tel" },
  { name: "whatsapp", type: "tel" },
  { name: "email", type: "email" },
] as const;

function Form({ contact }: { contact: ContactBody }) {
  const { t } = useTranslation("content");
  const scope = useScope();
  const keep = useKeep();
  const { phone, whatsapp, email, address_en, address_ar, hours_en, hours_ar } = contact;
  const editing = useEditing("contact", {
    phone,
    whatsapp,
    email,
    address_en,
    address_ar,
    hours_en,
    hours_ar,
  });
  async function submit() {
    const worked = await editing.save(async (now) => {
      keep(contactQuery(scope).queryKey, await saveContact(now));
    });
    if (worked) toasts.show({ text: t("saved"), tone: "success" });
  }
  return (
    <EditForm editing={editing} onSubmit={() => void submit()} saveLabel={t("save")}>
      <Card className="grid gap-5 sm:grid-cols-3">
        {lines.map(({ name, type }) => (
          <TextInput
            key={name}
            label={t(`contact_${name}`)}
            name={name}
            type={type}
            autoComplete="off"
            value={editing.draft[name]}
            error={editing.errorOf(name)}
            onValueChange={(value) => editing.set({ [name]: value })}
          />
        ))}
      </Card>
      <Both
        editing={editing}
        parts={[
          { name: "address", label: t("contact_address") },
          { name: "hours", label: t("contact_hours") },
        ]}
      />
    </EditForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("content:section_contact"), noIndex: true }),
  Component: ContactPage,
});
