import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useScope } from "../../../../lib/scope";
import { useTranslation } from "../../../../lib/translation";
import { Card } from "../../../../ui/Card";
import { Loaded } from "../../../../ui/Loaded";
import { Notice } from "../../../../ui/Notice";
import { Section } from "../../../../ui/Section";
import { guestTicketQuery, replyAsGuest } from "../api";
import { Messages, ReplyForm, StateBadge } from "./Conversation";

/** The conversation opened by a guest's link. */
export default function GuestTicket({ ticketKey }: { ticketKey: string }) {
  const { t } = useTranslation("support");
  const client = useQueryClient();
  const options = guestTicketQuery(useScope(), ticketKey);
  const asked = useQuery(options);
  return (
    <Loaded query={asked} texts="support" skeleton={["h-40"]}>
      {(ticket) => (
        <Section title={ticket.subject} action={<StateBadge ticket={ticket} />}>
          <Messages messages={ticket.messages} mine="customer" />
          {ticket.can_reply ? (
            <Card className="mt-4">
              <ReplyForm
                withPhotos={false}
                send={async (text) =>
                  client.setQueryData(options.queryKey, await replyAsGuest(ticketKey, text))
                }
              />
            </Card>
          ) : (
            <Notice>{t("no_more")}</Notice>
          )}
        </Section>
      )}
    </Loaded>
  );
}
