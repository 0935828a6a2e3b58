import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Data } from "../../../../api/operations";
import { RecordForm } from "../../../../backoffice/RecordForm";
import { RecordPage } from "../../../../backoffice/RecordPage";
import { useForm } from "../../../../backoffice/useForm";
import { definePage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/translation";
import { useFormat } from "../../../../lib/useFormat";
import { inviteSomebody, ofPeople } from "./api";
import { Handover } from "./components/Handover";
import { PersonFields, usePersonLabels } from "./components/PersonFields";
import { joinLink, nobody, personBody } from "./model";

type Invited = Data<"POST", "/console/invitations">;

/** Invites a new member of staff: creates a link to hand over, with which they choose a password and join. */
function InvitePage() {
  const { t } = useTranslation("staff");
  const [invited, setInvited] = useState<Invited | null>(null);
  const format = useFormat();
  return (
    <RecordPage<Invited>
      back={{ to: "/people", label: t("title") }}
      query={null}
      title={() => t("invite")}
    >
      {() =>
        invited ? (
          <Link invited={invited} until={format.dayTime(Date.parse(invited.expires_at))} />
        ) : (
          <InviteForm onInvited={setInvited} />
        )
      }
    </RecordPage>
  );
}

function Link({ invited, until }: { invited: Invited; until: string }) {
  const { t } = useTranslation("staff");
  const link = joinLink(window.location.origin, invited.secret);
  return (
    <Handover
      title={t("link_made", { name: invited.name })}
      text={t("link_text", { when: until })}
      secret={link}
      message={t("link_message", { link })}
    />
  );
}

function InviteForm({ onInvited }: { onInvited: (invited: Invited) => void }) {
  const { t } = useTranslation("staff");
  const client = useQueryClient();
  const form = useForm({
    name: "staff:new",
    record: null as Invited | null,
    draftOf: () => nobody,
    labels: usePersonLabels(),
    save: (values) => inviteSomebody(personBody(values)),
    onSaved: (invited) => {
      void client.invalidateQueries({ predicate: ({ queryKey }) => ofPeople(queryKey[0]) });
      onInvited(invited);
    },
  });
  return (
    <RecordForm form={form} saveLabel={t("make_link")}>
      <PersonFields form={form} />
    </RecordForm>
  );
}

export default definePage({
  head: ({ t }) => ({ title: t("staff:invite"), noIndex: true }),
  Component: InvitePage,
});
